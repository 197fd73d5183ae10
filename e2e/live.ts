// A live server with an empty database, and what stands around it: a gateway that takes its messages, the stand-in wallets of a demo, and
// handsets that nobody has added yet.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { binary, type Demo } from './fixtures';

interface Sent {
  to: string;
  purpose: string;
  code: string;
}

export interface Live {
  origin: string;
  /** Runs a command of the server's own machine, with this on its standard input. */
  command(args: readonly string[], input: string): void;
  /** The newest code for this purpose that went to this number. */
  code(to: string, purpose: string): Promise<string>;
  /** Where a handset listens that is in nobody's stock. */
  handset(): Promise<string>;
  /** Makes the last picture of a page say what a person would read in it. */
  captcha(page: Page): { count: () => number; answer: () => Promise<string> };
}

const listening = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listening(server);
  server.close();
  await once(server, 'close');
  return port;
}

/** Only the server knows what a picture says, and it keeps no more than a keyed hash: another one is put in its place. */
const SAYS = `
import base64, hashlib, hmac, sqlite3, sys
file, uuid, text = sys.argv[1:]
base = sqlite3.connect(file, timeout=30)
bytes_of = lambda value: base64.urlsafe_b64decode(value + '=' * (-len(value) % 4))
key = bytes_of(base.execute("SELECT value FROM meta WHERE name = 'secret'").fetchone()[0])
mac = hmac.new(key, digestmod=hashlib.sha256)
for part in (b'keyed', b'captcha', uuid.encode(), text.encode()):
    mac.update(len(part).to_bytes(8, 'big') + part)
answer = base64.urlsafe_b64encode(mac.digest()).decode().rstrip('=')
with base:
    newest = "SELECT id FROM captchas ORDER BY expires_ms DESC LIMIT 1"
    done = base.execute(f"UPDATE captchas SET answer = ? WHERE id = ({newest})", (answer,))
assert done.rowcount == 1
`;
const READ = 'WHUF7';

const words = (keys: Record<string, string>, name: string): string => {
  const value = keys[name];
  if (value === undefined) throw new Error(`the stand-in wallets have no ${name}`);
  return value;
};

/** The settings by which a server pays at the stand-in wallets of a demo. */
function walletsOf({ dataDir, origin }: Demo): Record<string, string> {
  const { told } = JSON.parse(readFileSync(join(dataDir, 'sandbox', 'wallet_keys.json'), 'utf8')) as {
    told: Record<string, string>;
  };
  return {
    OWLDECK_ALIPAY_APP_ID: words(told, 'alipay_app_id'),
    OWLDECK_ALIPAY_SELLER_ID: words(told, 'alipay_seller_id'),
    OWLDECK_ALIPAY_PRIVATE_KEY: words(told, 'alipay_private_key'),
    OWLDECK_ALIPAY_PUBLIC_KEY: words(told, 'alipay_public_key'),
    OWLDECK_ALIPAY_GATEWAY: `${origin}/sandbox/alipay/gateway.do`,
    OWLDECK_WECHATPAY_MCH_ID: words(told, 'wechat_pay_mch_id'),
    OWLDECK_WECHATPAY_APP_ID: words(told, 'wechat_pay_app_id'),
    OWLDECK_WECHATPAY_PRIVATE_KEY: words(told, 'wechat_pay_private_key'),
    OWLDECK_WECHATPAY_SERIAL_NO: words(told, 'wechat_pay_serial_no'),
    OWLDECK_WECHATPAY_API_KEY: words(told, 'wechat_pay_api_key'),
    OWLDECK_WECHATPAY_PUBLIC_KEY_ID: words(told, 'wechat_pay_public_key_id'),
    OWLDECK_WECHATPAY_PUBLIC_KEY: words(told, 'wechat_pay_public_key'),
    OWLDECK_WECHATPAY_ADDRESS: `${origin}/sandbox/wechat-pay`,
  };
}

/** Starts a live server on an empty SQLite database, and gives it to `use`; ends everything after. */
export async function withLive(wallets: Demo, use: (live: Live) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'owldeck-live-'));
  const dataDir = join(folder, 'data');
  const sent: Sent[] = [];
  const gateway = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      sent.push(JSON.parse(body) as Sent);
      response.end();
    });
  });
  const [sms, port] = [await listening(gateway), await freePort()];
  const origin = `http://127.0.0.1:${port}`;
  const env = {
    PATH: process.env.PATH,
    OWLDECK_LISTEN: `127.0.0.1:${port}`,
    OWLDECK_PUBLIC_ORIGIN: origin,
    OWLDECK_DATA_DIR: dataDir,
    OWLDECK_LOG: 'error',
    OWLDECK_SMS_KIND: 'webhook',
    OWLDECK_SMS_URL: `http://127.0.0.1:${sms}/`,
    OWLDECK_SMS_KEY: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
    ...walletsOf(wallets),
  };
  const children: ChildProcess[] = [];
  const started = (args: string[], told: 'ignore' | 'pipe') => {
    const child = spawn(binary, args, { env, stdio: ['ignore', told, 'inherit'] });
    children.push(child);
    return child;
  };
  const server = started(['serve'], 'ignore');
  try {
    const ready = async () => {
      if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`);
      return (await fetch(`${origin}/healthz`).catch(() => null))?.ok;
    };
    await expect.poll(ready).toBe(true);
    await use({
      origin,
      command: (args, input) => {
        execFileSync(binary, args, { env, input });
      },
      code: async (to, purpose) => {
        const found = () => sent.filter((each) => each.to.endsWith(to) && each.purpose === purpose);
        await expect.poll(() => found().length, { message: `a code for ${purpose} to ${to}` }).toBeGreaterThan(0);
        return found().at(-1)?.code ?? '';
      },
      handset: async () => {
        const phone = started(['handset', '--listen', '127.0.0.1:0', '--data', mkdtempSync(join(folder, 'phone-'))], 'pipe');
        const [said] = await once(phone.stdout as NonNullable<typeof phone.stdout>, 'data');
        return String(said).trim();
      },
      captcha: (page) => {
        const drawn: Promise<{ data: { uuid: string } }>[] = [];
        page.on('response', (response) => {
          if (response.url().includes('/captcha/captchaImage')) drawn.push(response.json());
        });
        return {
          count: () => drawn.length,
          answer: async () => {
            const uuid = (await drawn.at(-1))?.data.uuid ?? '';
            execFileSync('python3', ['-c', SAYS, join(dataDir, 'owldeck.sqlite'), uuid, READ]);
            return READ;
          },
        };
      },
    });
  } finally {
    for (const child of children) {
      if (child.exitCode !== null) continue;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    gateway.close();
    gateway.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  }
}
