// A window that may not be shown: its app asks for that in its manifest, the member sees black and reads why.
import { enter, spoken } from '../../account';
import { install } from '../../adb';
import { makeApk } from '../../apk';
import { expect, test } from '../../fixtures';
import { shell } from '../../operations';
import { openPhone, shot, tap } from '../../phone';
import { SWEPT } from '../../sweep';
import { wordsIn } from '../../words';

const PHONE = '主力-01';
/** Whether nothing of the picture is brighter than a compressed black. */
const black = ({ data }: { data: Uint8Array }) => data.every((value, at) => at % 4 === 3 || value <= 12);

for (const language of spoken('en-US')) {
  const t = wordsIn(language);

  test(`a protected window is black and the member reads why, ${language}`, SWEPT, async ({ page, demo }) => {
    const member = await demo.member(PHONE);
    const vault = makeApk('org.example.vault', 'Vault', 1, 'com.owldeck.permission.PROTECTED_WINDOW');
    await install(member.address(PHONE), vault);
    await enter(page, language, member.account);
    await openPhone(page, PHONE);
    await expect.poll(async () => black(await shot(page)), { message: 'the launcher is shown' }).toBe(false);
    await expect(page.getByText(t('play.black'))).toBeHidden();

    await shell(member, PHONE, 'am start -n org.example.vault/.Main');
    // The black picture is explained to a member who uses the phone now.
    await expect(async () => {
      await tap(page, 0.5, 0.5);
      await expect(page.getByText(t('play.black'))).toBeVisible({ timeout: 8_000 });
    }).toPass();

    const rail = page.getByRole('toolbar', { name: t('play.sentTo') });
    await rail.getByRole('button', { name: t('play.home'), exact: true }).click();
    await expect(page.getByText(t('play.black'))).toBeHidden();
    await expect
      .poll(async () => black(await shot(page)), { message: 'what is not protected is shown again' })
      .toBe(false);
  });
}
