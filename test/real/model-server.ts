import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the scripted model does in one turn: says something, calls tools, or both. Tools and inputs are those of the client. */
export interface Turn {
  readonly text?: string;
  readonly calls?: readonly { readonly tool: string; readonly input: Readonly<Record<string, unknown>> }[];
}

/** One request as the client sent it. */
export interface Asked {
  readonly path: string;
  readonly body: string;
}

/** A model on loopback that plays a script, whatever it is asked, and keeps the questions. */
export interface ModelServer {
  readonly url: string;
  /** Requests of the conversation itself, oldest first. */
  readonly asked: readonly Asked[];
  /** Starts another script; what is left of the one before is dropped. */
  play(script: readonly Turn[]): void;
  close(): Promise<void>;
}

type Json = Record<string, unknown>;

const send = (response: ServerResponse, status: number, body: Json): void => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
};

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

/** Server-sent events, named or not. */
function stream(response: ServerResponse, events: readonly (readonly [string | undefined, unknown])[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const [name, data] of events) {
    if (name !== undefined) response.write(`event: ${name}\n`);
    response.write(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
  }
  response.end();
}

/** One conversation protocol: which requests belong to it, whether they want the script, and how a turn is told. */
interface Protocol {
  readonly path: RegExp;
  /** Side questions (titles, summaries) offer no tools. */
  hasTools(body: Json): boolean;
  answer(response: ServerResponse, body: Json, turn: Turn, id: string): void;
}

const listAt = (body: Json, key: string): unknown[] =>
  Array.isArray(body[key]) ? (body[key] as unknown[]) : [];

const anthropic: Protocol = {
  path: /^\/v1\/messages(?:\?|$)/,
  hasTools: (body) => listAt(body, 'tools').length > 0,
  answer: (response, body, { text, calls = [] }, id) => {
    const blocks = [
      ...(text === undefined ? [] : [{ type: 'text', text }]),
      ...calls.map(({ tool, input }, at) => ({
        type: 'tool_use',
        id: `toolu_${id}_${at}`,
        name: tool,
        input,
      })),
    ];
    const usage = { input_tokens: 10, output_tokens: 5 };
    const stop_reason = calls.length > 0 ? 'tool_use' : 'end_turn';
    const message = {
      id: `msg_${id}`,
      type: 'message',
      role: 'assistant',
      model: body.model,
      stop_sequence: null,
      usage,
    };
    if (body.stream !== true) return send(response, 200, { ...message, content: blocks, stop_reason });
    stream(response, [
      ['message_start', { type: 'message_start', message: { ...message, content: [], stop_reason: null } }],
      ...blocks.flatMap((block, index): [string, unknown][] => {
        const isTool = block.type === 'tool_use';
        const begun = isTool ? { ...block, input: {} } : { type: 'text', text: '' };
        const delta = isTool
          ? { type: 'input_json_delta', partial_json: JSON.stringify((block as { input: unknown }).input) }
          : { type: 'text_delta', text: (block as { text: string }).text };
        return [
          ['content_block_start', { type: 'content_block_start', index, content_block: begun }],
          ['content_block_delta', { type: 'content_block_delta', index, delta }],
          ['content_block_stop', { type: 'content_block_stop', index }],
        ];
      }),
      ['message_delta', { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage }],
      ['message_stop', { type: 'message_stop' }],
    ]);
  },
};

/** OpenAI's Responses API, as Codex speaks it. */
const responses: Protocol = {
  path: /^\/v1\/responses/,
  hasTools: (body) => listAt(body, 'tools').length > 0,
  answer: (response, _body, { text, calls = [] }, id) => {
    const items = [
      ...(text === undefined
        ? []
        : [
            {
              type: 'message',
              role: 'assistant',
              id: `msg_${id}`,
              content: [{ type: 'output_text', text, annotations: [] }],
            },
          ]),
      ...calls.map(({ tool, input }, at) =>
        typeof input.patch === 'string'
          ? {
              type: 'custom_tool_call',
              id: `ctc_${id}_${at}`,
              call_id: `call_${id}_${at}`,
              name: tool,
              input: input.patch,
            }
          : {
              type: 'function_call',
              id: `fc_${id}_${at}`,
              call_id: `call_${id}_${at}`,
              name: tool,
              arguments: JSON.stringify(input),
            },
      ),
    ];
    const usage = {
      input_tokens: 10,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 5,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 15,
    };
    stream(response, [
      ['response.created', { type: 'response.created', response: { id: `resp_${id}` } }],
      ...items.map((item, output_index): [string, unknown] => [
        'response.output_item.done',
        { type: 'response.output_item.done', output_index, item },
      ]),
      [
        'response.completed',
        {
          type: 'response.completed',
          response: { id: `resp_${id}`, status: 'completed', output: items, usage },
        },
      ],
    ]);
  },
};

/** OpenAI's chat completions, as opencode speaks it to other services. */
const chat: Protocol = {
  path: /^\/v1\/chat\/completions/,
  hasTools: (body) => listAt(body, 'tools').length > 0,
  answer: (response, body, { text, calls = [] }, id) => {
    const base = { id: `chat_${id}`, object: 'chat.completion.chunk', created: 1, model: body.model };
    const tool_calls = calls.map(({ tool, input }, index) => ({
      index,
      id: `call_${id}_${index}`,
      type: 'function',
      function: { name: tool, arguments: JSON.stringify(input) },
    }));
    const delta = { role: 'assistant', content: text ?? '', ...(calls.length > 0 ? { tool_calls } : {}) };
    const finish_reason = calls.length > 0 ? 'tool_calls' : 'stop';
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
    if (body.stream !== true)
      return send(response, 200, {
        ...base,
        object: 'chat.completion',
        choices: [{ index: 0, message: delta, finish_reason }],
        usage,
      });
    stream(response, [
      [undefined, { ...base, choices: [{ index: 0, delta, finish_reason: null }] }],
      [undefined, { ...base, choices: [{ index: 0, delta: {}, finish_reason }], usage }],
      [undefined, '[DONE]'],
    ]);
  },
};

/** Google's generateContent, as Gemini CLI speaks it. */
const gemini: Protocol = {
  path: /^\/v1(?:beta)?\/models\/[^/]+:(?:stream)?[gG]enerateContent/,
  hasTools: (body) => listAt(body, 'tools').length > 0,
  answer: (response, body, { text, calls = [] }) => {
    const parts = [
      ...(text === undefined ? [] : [{ text }]),
      ...calls.map(({ tool, input }) => ({ functionCall: { name: tool, args: input } })),
    ];
    const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 };
    const candidates = [{ index: 0, content: { role: 'model', parts }, finishReason: 'STOP' }];
    const answer = { candidates, usageMetadata, modelVersion: String(body.model ?? 'scripted') };
    if (response.req.url?.includes('stream')) stream(response, [[undefined, answer]]);
    else send(response, 200, answer);
  },
};

const protocols: readonly Protocol[] = [anthropic, responses, chat, gemini];

const side: Turn = {
  text: '{"title":"scripted","reasoning":"scripted","model_choice":"flash","complexity_score":10}',
};

/** A model that answers on loopback, in the protocols of the clients that the tests drive. */
export async function startModel(): Promise<ModelServer> {
  const asked: Asked[] = [];
  let script: Turn[] = [];
  let count = 0;
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const text = await readBody(request);
    const protocol = protocols.find((one) => one.path.test(path));
    if (path.includes('count_tokens') || path.includes('countTokens'))
      return send(response, 200, { input_tokens: 10, totalTokens: 10 });
    if (!protocol) return send(response, 404, {});
    const body = JSON.parse(text) as Json;
    const isTalk = protocol.hasTools(body);
    if (isTalk) asked.push({ path, body: text });
    protocol.answer(response, body, isTalk ? (script.shift() ?? { text: 'Done.' }) : side, String(++count));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    play: (turns) => {
      script = [...turns];
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
