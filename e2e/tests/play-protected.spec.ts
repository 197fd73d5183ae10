// A window that may not be shown: its app asks for that in its manifest, the member sees black and reads why.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { enter, spoken } from '../account';
import { expect } from '../fixtures';
import { adb, shell, test } from '../operations';
import { openPhone, shot, tap } from '../phone';
import { say } from '../shell';

const PATIENT = { timeout: 30_000 };
const PHONE = '主力-01';
const FRAMEWORK = '/usr/share/android-framework-res/framework-res.apk';
const MANIFEST = `<?xml version="1.0" encoding="utf-8"?>
<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="org.example.vault" android:versionCode="1" android:versionName="1.0">
<uses-sdk android:minSdkVersion="21" android:targetSdkVersion="29"/>
<uses-permission android:name="com.owldeck.permission.PROTECTED_WINDOW"/>
<application android:label="Vault" android:hasCode="false"><activity android:name=".Main"><intent-filter>
<action android:name="android.intent.action.MAIN"/><category android:name="android.intent.category.LAUNCHER"/>
</intent-filter></activity></application></manifest>`;

/** An app that protects its window, made and signed in `folder` by Debian's tools. */
function protectedApp(folder: string): string {
  const at = (name: string) => join(folder, name);
  const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'pipe' });
  writeFileSync(at('AndroidManifest.xml'), MANIFEST);
  run('aapt', 'package', '-f', '-I', FRAMEWORK, '-M', at('AndroidManifest.xml'), '-F', at('plain.apk'));
  const key = ['-keyalg', 'RSA', '-keysize', '2048', '-dname', 'CN=vault', '-keystore', at('keys.jks')];
  run('keytool', '-genkeypair', '-storepass', 'android', '-alias', 'a', ...key);
  const signing = ['--ks-pass', 'pass:android', '--ks', at('keys.jks'), '--out', at('vault.apk'), at('plain.apk')];
  run('apksigner', 'sign', '--min-sdk-version', '21', ...signing);
  return at('vault.apk');
}

/** Whether nothing of the picture is brighter than a compressed black. */
const black = ({ data }: { data: Uint8Array }) => data.every((value, at) => at % 4 === 3 || value <= 12);

// Once: another key's app would be refused.
test.beforeAll(async ({ demo }) => {
  test.setTimeout(180_000);
  const folder = mkdtempSync(join(tmpdir(), 'owldeck-apk-'));
  try {
    await adb(demo, PHONE, 'install', '-r', protectedApp(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

for (const language of spoken('en-US')) {
  const t = say(language, 'play');

  test(`a protected window is black and the member reads why, ${language}`, async ({ page, demo }) => {
    test.slow();
    await enter(page, language);
    await openPhone(page, PHONE);
    // The other language's vault may still be on its way out.
    await expect
      .poll(async () => black(await shot(page)), { message: 'the launcher is shown', ...PATIENT })
      .toBe(false);
    await expect(page.getByText(t('play.black'))).toBeHidden();

    await shell(demo, PHONE, 'am start -n org.example.vault/.Main');
    // It is worth a word to whoever uses the phone now.
    await expect(async () => {
      await tap(page, 0.5, 0.5);
      await expect(page.getByText(t('play.black'))).toBeVisible({ timeout: 8_000 });
    }).toPass(PATIENT);

    const rail = page.getByRole('toolbar', { name: t('play.sentTo') });
    await rail.getByRole('button', { name: t('play.home'), exact: true }).click();
    await expect(page.getByText(t('play.black'))).toBeHidden(PATIENT);
    expect(black(await shot(page)), 'what is not protected is shown again').toBe(false);
  });
}
