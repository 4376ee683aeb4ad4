import { createServer, type OutgoingHttpHeaders } from "node:http";
import { readFile, stat } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".mjs": "text/javascript",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

export interface Served {
  /** Ends with a slash. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** The files of a folder, on a port of 127.0.0.1 that was free. */
export async function serve(folder: string, { headers = {} }: { headers?: OutgoingHttpHeaders } = {}): Promise<Served> {
  const server = createServer((request, response) => {
    void answer(folder, request.url ?? "/").then(
      ({ body, type }) => response.writeHead(200, { "content-type": type, ...headers }).end(body),
      () => response.writeHead(404, headers).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        // A browser keeps connections open, which close() alone would wait for.
        server.closeAllConnections();
      }),
  };
}

async function answer(folder: string, url: string) {
  // As a path of its own first, so that ".." ends at the folder.
  let file = join(folder, normalize(decodeURIComponent(new URL(url, "http://localhost").pathname)));
  if ((await stat(file)).isDirectory()) file = join(file, "index.html");
  return { body: await readFile(file), type: types[extname(file)] ?? "application/octet-stream" };
}
