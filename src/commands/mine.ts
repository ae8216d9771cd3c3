import { toJson } from '../domain/json.ts';
import type { Report } from '../domain/report.ts';
import { answerMining } from '../pipeline/mine-request.ts';
import type { Command } from './command.ts';
import { readRequests } from './requests.ts';

/** `hebb mine [file]`: what sessions do again and again. One request is the rule; several are answered in order, a line each. */
export const run: Command = async ({ args: [file], host }): Promise<Report> => {
  const answers = (await readRequests(host, file)).map(answerMining);
  const [only] = answers;
  return {
    exit: 0,
    human: [{ kind: 'raw', text: answers.map((answer) => JSON.stringify(answer)).join('\n') }],
    data: answers.length === 1 && only ? { patterns: toJson(only.patterns) } : { answers: toJson(answers) },
  };
};
