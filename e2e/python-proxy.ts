// A proxy written in Python (crates/owldeck/tests/it/proxies/proxy.py), which tells each request that it was asked.
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

const script = resolve('../crates/owldeck/tests/it/proxies/proxy.py');

export interface Asked {
  protocol: string;
  target: string;
  login: string;
  allowed: boolean;
}

export interface PythonProxy {
  port: string;
  /** Requests that came to the proxy so far. */
  asked: readonly Asked[];
}

/** Starts one that asks for a login and gives it to `use`; ends it after. */
export async function withPythonProxy(user: string, password: string, use: (proxy: PythonProxy) => Promise<void>): Promise<void> {
  const child = spawn('python3', [script, user, password], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const lines = createInterface({ input: child.stdout });
    const asked: Asked[] = [];
    const port = await new Promise<string>((told) => {
      lines.once('line', (first) => {
        lines.on('line', (line) => asked.push(JSON.parse(line) as Asked));
        told(first);
      });
    });
    await use({ port, asked });
  } finally {
    child.kill();
  }
}
