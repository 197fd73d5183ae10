// A phone's daemon that others wrote: adbkit's bridge, which speaks the device's side of ADB over TCP and asks an
// adb server for what is behind it. Prints its port; "accept", "reject" or a line of a known key says whom it lets in.
// Usage: node bridge.mjs <adb server port> <serial> <accept|reject|key line>. Ends with its standard input.

import adbkit from '@devicefarmer/adbkit';

const { Adb } = adbkit;

const [port, serial, admits] = process.argv.slice(2);
const known = admits.startsWith('QAAAA') ? [await Adb.util.parsePublicKey(admits)] : [];
const client = Adb.createClient({ host: '127.0.0.1', port: Number(port) });
const bridge = client.createTcpUsbBridge(serial, {
  knownPublicKeys: known,
  auth: (key) => {
    process.stderr.write(`asked about ${key.comment}\n`);
    return admits === 'accept' ? Promise.resolve() : Promise.reject(new Error('not wanted'));
  },
});
bridge.on('error', (error) => process.stderr.write(`${error.message}\n`));
bridge.on('listening', () => process.stdout.write(`${bridge.server.address().port}\n`));
process.stdin.on('end', () => process.exit(0)).resume();
bridge.listen(0, '127.0.0.1');
