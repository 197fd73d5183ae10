// The host's side of ADB, as far as the tests need it: one command over one connection to a phone that asks for no key. Without an adb server,
// which would be a process for each command. That Debian's adb speaks with the simulated phones is held in crates/handset/tests/strangers.
// Protocol: packages/modules/adb protocol.txt and the shell protocol, version 2.
import { connect, type Socket } from 'node:net';

const [CNXN, OPEN, OKAY, WRTE, CLSE] = [0x4e584e43, 0x4e45504f, 0x59414b4f, 0x45545257, 0x45534c43];
const VERSION = 0x01000001;
const DATA_MAX = 1024 * 1024;
const HEADER = 24;
/** A connection carries one stream. */
const STREAM = 1;

interface Packet {
  command: number;
  /** The number of the sender's end of the stream. */
  sender: number;
  data: Buffer;
}

function packet(command: number, one: number, two: number, data: Buffer = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(HEADER);
  const sum = data.reduce((all, byte) => (all + byte) >>> 0, 0);
  for (const [at, value] of [command, one, two, data.length, sum, (command ^ 0xffffffff) >>> 0].entries())
    header.writeUInt32LE(value, at * 4);
  return Buffer.concat([header, data]);
}

/** Packets that a phone sends, until it hangs up. */
async function* packets(socket: Socket): AsyncGenerator<Packet> {
  let bytes = Buffer.alloc(0);
  for await (const more of socket) {
    bytes = Buffer.concat([bytes, more as Buffer]);
    for (;;) {
      if (bytes.length < HEADER) break;
      const end = HEADER + bytes.readUInt32LE(12);
      if (bytes.length < end) break;
      yield { command: bytes.readUInt32LE(0), sender: bytes.readUInt32LE(4), data: bytes.subarray(HEADER, end) };
      bytes = bytes.subarray(end);
    }
  }
}

/** Opens a service at a phone, sends it `input`, and gives what it says until it closes. */
async function served(address: string, service: string, input: Buffer): Promise<Buffer> {
  const { hostname, port } = new URL(`tcp://${address}`);
  const socket = connect(Number(port), hostname);
  socket.write(packet(CNXN, VERSION, DATA_MAX, Buffer.from('host::features=shell_v2,cmd\0')));
  const said: Buffer[] = [];
  let sent = 0;
  try {
    for await (const { command, sender, data } of packets(socket)) {
      if (command === CNXN) socket.write(packet(OPEN, STREAM, 0, Buffer.from(`${service}\0`)));
      else if (command === OKAY && sent < input.length) {
        // One piece at a time: the next when this one was taken.
        socket.write(packet(WRTE, STREAM, sender, input.subarray(sent, sent + DATA_MAX)));
        sent += DATA_MAX;
      } else if (command === WRTE) {
        said.push(data);
        socket.write(packet(OKAY, STREAM, sender));
      } else if (command === CLSE) return Buffer.concat(said);
    }
  } finally {
    socket.destroy();
  }
  throw new Error(`${address} hung up during ${service}`);
}

const EXIT = 3;

/** Runs a command on a phone; what it says, without blanks at its ends. A command that fails throws what it said. */
export async function run(address: string, command: string): Promise<string> {
  const framed = await served(address, `shell,v2,raw:${command}`, Buffer.alloc(0));
  const said: Buffer[] = [];
  let code: number | undefined;
  for (let at = 0; at + 5 <= framed.length; ) {
    const end = at + 5 + framed.readUInt32LE(at + 1);
    if (framed[at] === EXIT) code = framed[at + 5];
    else said.push(framed.subarray(at + 5, end));
    at = end;
  }
  const text = Buffer.concat(said).toString('utf8').trim();
  if (code !== 0) throw new Error(`${command} on ${address} ended with ${code}: ${text}`);
  return text;
}

/** Installs an app, in place of an older one. */
export async function install(address: string, apk: Buffer): Promise<void> {
  const said = (await served(address, `exec:cmd package install -r -S ${apk.length}`, apk)).toString('utf8');
  if (!said.includes('Success')) throw new Error(`not installed on ${address}: ${said}`);
}
