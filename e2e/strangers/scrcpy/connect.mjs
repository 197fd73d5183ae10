// A phone over TCP for ya-webadb: packets in, packets out.
import assert from 'node:assert/strict';
import { connect as connectTcp } from 'node:net';

import { Adb, AdbDaemonTransport, AdbPacket, AdbPacketSerializeStream } from '@yume-chan/adb';
import {
  Consumable,
  pipeFrom,
  ReadableStream,
  StructDeserializeStream,
} from '@yume-chan/stream-extra';

/** Connects to a phone that asks for no key; with `delayedAck` by windows of bytes, else by one write at a time. */
export async function connect(host, port, delayedAck) {
  const socket = connectTcp({ host, port, noDelay: true });
  await new Promise((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  const bytes = new ReadableStream({
    start(controller) {
      socket.on('data', (data) => controller.enqueue(new Uint8Array(data)));
      socket.on('close', () => {
        try {
          controller.close();
        } catch {
          // The stream was closed from the other side.
        }
      });
    },
  });
  const sink = new Consumable.WritableStream({
    write: (chunk) =>
      new Promise((resolve, reject) => {
        socket.write(chunk, (error) => (error ? reject(error) : resolve()));
      }),
    close: () => socket.end(),
  });
  const transport = await AdbDaemonTransport.authenticate({
    serial: `${host}:${port}`,
    ...(delayedAck ? {} : { initialDelayedAckBytes: 0 }),
    connection: {
      readable: bytes.pipeThrough(new StructDeserializeStream(AdbPacket)),
      writable: pipeFrom(sink, new AdbPacketSerializeStream()),
    },
    credentialStore: {
      generateKey: () => {
        throw new Error('the phone asks for a key');
      },
      iterateKeys: () => [],
    },
  });
  assert.ok(transport.banner.features.includes('delayed_ack'), 'the phone can do it');
  return new Adb(transport);
}
