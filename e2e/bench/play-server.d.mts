/** One browser's socket. */
export interface Peer {
  open: boolean;
  /** Path and query of the handshake. */
  url: string;
  onmessage: (payload: Buffer) => void;
  onclose: () => void;
  /** Opcode 1 is text, 2 binary. */
  send(payload: Buffer, opcode?: number): void;
  end(code?: number): void;
}
export interface Server {
  origin: string;
  close(): void;
}
export function accessUnits(file: string): Buffer[];
export function picture(unit: Buffer, sequence: number, slot?: number, key?: boolean, drawnUs?: bigint): Buffer;
export function hello(resume?: string, epoch?: number): Buffer;
export function event(kind: number, body: number[], slot?: number): Buffer;
export function pong(ping: Buffer): Buffer;
export function greet(peer: Peer): void;
export function show(peer: Peer, units: Buffer[], first?: number): void;
export function serve(options: {
  root: string;
  answer: (path: string, body: unknown, headers: Record<string, string>) => object | null;
  connect: (peer: Peer) => void;
}): Promise<Server>;
