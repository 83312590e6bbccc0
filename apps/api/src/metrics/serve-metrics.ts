import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import type { Services } from '../context.ts';
import { answerForAll } from './metrics-of-processes.ts';

/** The open port of `/metrics`. */
export type MetricsServer = { port: number; close(): Promise<void> };

export type MetricsServerOptions = {
  host: string;
  /** 0: any free port. */
  port: number;
  log: Logger;
  /** The text of one scrape; it must not wait for long. */
  text: () => Promise<string>;
};

/** Serves `/metrics` on a port of its own. Ends the process when the port is taken. */
export async function serveMetrics({ host, port, log, text }: MetricsServerOptions): Promise<MetricsServer> {
  let running: Promise<string> | undefined;
  /** Concurrent scrapes share one reading. */
  const shared = () => {
    running ??= text().finally(() => {
      running = undefined;
    });
    return running;
  };
  const server = createServer({ requestTimeout: 5_000, keepAliveTimeout: 60_000 }, (request, response) => {
    const path = request.url?.split('?', 1)[0];
    if (path !== '/metrics') return void response.writeHead(404).end();
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return void response.writeHead(405, { allow: 'GET, HEAD' }).end();
    shared().then(
      (body) =>
        response
          .writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE, 'cache-control': 'no-store' })
          .end(body),
      (error: unknown) => {
        log.error({ err: error }, 'the metrics could not be read');
        response.writeHead(500).end();
      },
    );
  });
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!isTaken) throw error;
    log.fatal(`port ${port} is taken: set METRICS_PORT to one that is free, with the port after it`);
    process.exit(1);
  }
  const address = server.address();
  return {
    port: typeof address === 'object' ? (address?.port ?? port) : port,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Serves what this process counts; one of several processes of the API answers its parent process instead. */
export async function serveOwnMetrics(
  { metrics, settings }: Services,
  log: Logger,
  port: number | null,
): Promise<MetricsServer | undefined> {
  if (!metrics || port === null) return undefined;
  const { registry } = metrics;
  if (cluster.isWorker) return void answerForAll(registry);
  return serveMetrics({ host: settings.host, port, log, text: () => registry.metrics() });
}
