import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';
import { type Dict, isDict } from '../../src/domain/json.ts';

/** Whether this machine reaches itself; in a namespace whose network is cut it may not, and these tests are skipped. */
export const hasLoopback = await new Promise<boolean>((resolve) => {
  const server = createServer();
  const end = (reached: boolean): void => {
    server.close();
    resolve(reached);
  };
  server.on('error', () => end(false));
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => end(Boolean(socket.destroy())));
    socket.on('error', () => end(false));
  });
});

/** A request as the server saw it. */
export interface SeenRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Dict;
  readonly raw: string;
}

/** What the server does with one request. */
export type Step = (response: ServerResponse, request: SeenRequest) => void;

/** A service on this machine that does what its script says, step by step; the last step repeats. */
export interface ScriptedServer {
  readonly url: string;
  readonly seen: SeenRequest[];
}

/** A JSON answer with a status and headers. */
export const json =
  (value: object, status = 200, headers: Record<string, string> = {}): Step =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(value));
  };

/** Never answers. */
export const silence: Step = () => {};

/** Closes the connection without a word. */
export const hangUp: Step = (response) => {
  response.socket?.destroy();
};

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

/** Starts a server on a free port of the loopback; it is gone after the test. */
export async function startServer(steps: readonly Step[]): Promise<ScriptedServer> {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    void readAll(request).then((raw) => {
      const body: unknown = JSON.parse(raw);
      const one = { path: request.url ?? '', headers: request.headers, body: isDict(body) ? body : {}, raw };
      const step = steps[Math.min(seen.length, steps.length - 1)];
      seen.push(one);
      step?.(response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { url: `http://127.0.0.1:${port}`, seen };
}
