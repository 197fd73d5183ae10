// Real APKs, made and signed by Debian's tools: an app that shows nothing but its name and icon.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';

/** Where Debian puts what APKs are compiled against. */
const FRAMEWORK = '/usr/share/android-framework-res/framework-res.apk';

/** Of the key store. */
const SECRET = 'android';

const stores = new Map<string, string>();

/** A signer's keys: a later version of an app is an update of the earlier one only if the same keys signed it. */
function keyStore(signer: string): string {
  const known = stores.get(signer);
  if (known) return known;
  const keys = join(mkdtempSync(join(tmpdir(), 'owldeck-keys-')), 'keys.jks');
  const words = ['-storepass', SECRET, '-keystore', keys, '-alias', 'a', '-keyalg', 'RSA', '-keysize', '2048', '-validity', '10000'];
  execFileSync('keytool', ['-genkeypair', ...words, '-dname', `CN=${signer}`], { stdio: 'pipe' });
  stores.set(signer, keys);
  return keys;
}

const LAUNCHER = 'android.intent.category.LAUNCHER';

/** An app of this version, which may ask for a permission; where the launcher's category is empty, none starts it. */
export function makeApk(app: string, label: string, version: number, permission?: string, launcher = LAUNCHER, signer = 'e2e'): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'owldeck-apk-'));
  const at = (...names: string[]) => join(folder, ...names);
  const run = (program: string, ...words: string[]) => execFileSync(program, words, { stdio: 'pipe' });
  for (const part of ['drawable', 'values']) mkdirSync(at('res', part), { recursive: true });
  const icon = new PNG({ width: 48, height: 48 });
  for (let i = 0; i < icon.data.length; i += 4) icon.data.set([250, 10, 250, 255], i);
  writeFileSync(at('res', 'drawable', 'icon.png'), PNG.sync.write(icon));
  writeFileSync(at('res', 'values', 'strings.xml'), `<resources><string name="app">${label}</string></resources>`);
  writeFileSync(
    at('AndroidManifest.xml'),
    `<?xml version="1.0" encoding="utf-8"?>
<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="${app}" android:versionCode="${version}" android:versionName="${version}.0">
<uses-sdk android:minSdkVersion="21" android:targetSdkVersion="29"/>${permission ? `<uses-permission android:name="${permission}"/>` : ''}
<application android:label="@string/app" android:icon="@drawable/icon" android:hasCode="false"><activity android:name=".Main"><intent-filter>
<action android:name="android.intent.action.MAIN"/><category android:name="${launcher}"/>
</intent-filter></activity></application></manifest>`,
  );
  run('aapt', 'package', '-f', '-I', FRAMEWORK, '-M', at('AndroidManifest.xml'), '-S', at('res'), '-F', at('plain.apk'));
  run('apksigner', 'sign', '--ks-pass', `pass:${SECRET}`, '--min-sdk-version', '21', '--ks', keyStore(signer), '--out', at('app.apk'), at('plain.apk'));
  return readFileSync(at('app.apk'));
}

/** An app of this version as somebody else signs it. */
export const makeOthersApk = (app: string, label: string, version: number): Buffer =>
  makeApk(app, label, version, undefined, LAUNCHER, 'other');
