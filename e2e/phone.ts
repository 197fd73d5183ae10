// Actions of a person on a phone on the stage, and how two pictures are held beside each other.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { PNG } from 'pngjs';
import type { Member } from './fixtures';
import { shell } from './operations';
import { inEither, type Language, type Translate, wordsIn } from './words';

/** The phone's picture on the play page. */
export const picture = (page: Page): Locator =>
  page.getByRole('img', { name: inEither((t) => t('play.picture', { name: '.*' })) });

/** The bar beside the picture, whose buttons act on the phone. */
export const railOf = (page: Page, t: Translate): Locator => page.getByRole('toolbar', { name: t('play.sentTo') });

/** How many cards of the list have a picture. A canvas that was never drawn on has the width of 300 that HTML gives it. */
export const drawnCards = (page: Page): Promise<number> =>
  page
    .locator('article canvas')
    .evaluateAll((all) => all.filter((one) => (one as HTMLCanvasElement).width !== 300).length);

/** Opens a phone from the list as a person does, and waits for its first picture. */
export async function openPhone(page: Page, name: string): Promise<void> {
  await page.getByRole('article', { name: new RegExp(name) }).dblclick({ position: { x: 70, y: 60 } });
  await live(page);
}

export async function live(page: Page): Promise<void> {
  await expect(page.getByText(inEither((t) => t('play.live')))).toBeVisible();
}

/** Taps a point of the phone, in parts of its width and height. */
export async function tap(page: Page, x: number, y: number): Promise<void> {
  const box = await picture(page).boundingBox();
  if (!box) throw new Error('the phone has no picture');
  await page.mouse.click(box.x + box.width * x, box.y + box.height * y);
}

/** Picture that the phone shows now. */
export const shot = async (page: Page): Promise<PNG> =>
  PNG.sync.read(await picture(page).screenshot({ animations: 'disabled' }));

/** How much of two pictures differs visibly, 0 to 1. The pointer and the blinking cursor are small; a changed screen is not. */
export function difference(a: PNG, b: PNG): number {
  const [width, height] = [Math.min(a.width, b.width), Math.min(a.height, b.height)];
  let changed = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [i, j] = [(y * a.width + x) * 4, (y * b.width + x) * 4];
      const delta = [0, 1, 2].reduce((sum, c) => sum + Math.abs((a.data[i + c] ?? 0) - (b.data[j + c] ?? 0)), 0);
      if (delta > 90) changed++;
    }
  }
  return changed / (width * height);
}

/** Whether there is nothing but one colour to see: no picture has come yet. */
export function blank(of: PNG): boolean {
  const one = new PNG({ width: of.width, height: of.height });
  for (let i = 0; i < one.data.length; i += 4) of.data.copy(one.data, i, 0, 4);
  return difference(of, one) < 0.01;
}

/** Dark pixels in the top part of the note, where the first line is written. */
export function ink(of: PNG): number {
  let dark = 0;
  for (let y = Math.floor(of.height * 0.15); y < of.height * 0.22; y++) {
    for (let x = Math.floor(of.width * 0.04); x < of.width * 0.5; x++) {
      const i = (y * of.width + x) * 4;
      if ((of.data[i] ?? 255) + (of.data[i + 1] ?? 255) + (of.data[i + 2] ?? 255) < 240) dark++;
    }
  }
  return dark;
}

/** The notes that a member's phones keep on disk. */
export const notes = (member: Member): string[] =>
  member.folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /note-\d+\.txt$/.test(file))
      .map((file) => readFileSync(join(folder, file), 'utf8')),
  );

/** Where the demo's phones have their things. */
export const places = { notesIcon: [0.14, 0.87], newNote: [0.86, 0.9] } as const;

/** Turns the phone by the rail and waits until its picture lies, or stands. */
export async function rotate(page: Page, to: 'landscape' | 'portrait'): Promise<void> {
  await page.getByRole('button', { name: wordsIn('zh-CN')('play.rotate') }).click();
  await expect
    .poll(async () => {
      const box = await picture(page).boundingBox();
      return box ? (box.width > box.height ? 'landscape' : 'portrait') : 'none';
    })
    .toBe(to);
}

/** An empty note, ready to be written into. A touch that waited for a second is dropped by the server: a person taps again, and so does this. */
export async function openNote(page: Page): Promise<void> {
  const launcher = await shot(page);
  await expect(async () => {
    await tap(page, ...places.notesIcon);
    await expect
      .poll(async () => difference(launcher, await shot(page)), { timeout: 15_000 })
      .toBeGreaterThan(0.3);
  }).toPass();
  await tap(page, ...places.newNote);
}

/**
 * Opens a new note from the launcher and writes a text into it as an input method does: composed, not key by key. The phone keeps the text and
 * shows it. The picture is of the note before it was written.
 */
export async function writeNote(page: Page, member: Member, text: string): Promise<PNG> {
  const launcher = await shot(page);
  await tap(page, ...places.notesIcon);
  await expect.poll(async () => difference(launcher, await shot(page))).toBeGreaterThan(0.3);
  await tap(page, ...places.newNote);
  await expect.poll(async () => ink(await shot(page))).toBe(0);
  const empty = await shot(page);
  await page.keyboard.insertText(text);
  await expect.poll(() => notes(member)).toContain(text);
  await expect.poll(async () => ink(await shot(page)), { message: `${text} is seen on the phone` }).toBeGreaterThan(40);
  return empty;
}

/** Composes a text in a new note. While it is being composed it is not the phone's yet. */
export async function compose(page: Page, member: Member, text: string): Promise<void> {
  await openNote(page);
  const input = await page.context().newCDPSession(page);
  await input.send('Input.imeSetComposition', { text: 'nihao', selectionStart: 5, selectionEnd: 5 });
  await expect(page.getByText('nihao')).toBeVisible();
  await input.send('Input.insertText', { text });
  await expect.poll(() => notes(member)).toContain(text);
}

/** Words in which the tools say that the sound is off, and that it is on. */
export const soundWords = {
  'zh-CN': ['声音已关闭', '声音已开启'],
  'en-US': ['Sound is off.', 'Sound is on.'],
} as const;

/**
 * Opens the tools and turns the sound on, which their status says. `apart` is how many milliseconds the sound is from its picture: NaN while the
 * status does not tell, as where a stall of the page left a gap.
 */
export async function turnSoundOn(page: Page, language: Language) {
  const t = wordsIn(language);
  const [off, on] = soundWords[language];
  await page.getByRole('tab', { name: t('play.tab.tools') }).click();
  const status = page.getByRole('tabpanel').getByRole('status');
  await expect(status).toHaveText(off);
  await railOf(page, t)
    .getByRole('button', { name: t('play.sound'), exact: true })
    .click();
  await expect(status).toContainText(on);
  const behind = new RegExp(t('play.soundBehind', { ms: '(-?\\d+)' }));
  const apart = async () => Math.abs(Number(behind.exec((await status.textContent()) ?? '')?.[1] ?? Number.NaN));
  return { status, apart };
}

/** Photographs the phone's launcher, and opens that in its gallery, as large as fits. */
export async function openGallery(page: Page, member: Member, name: string): Promise<void> {
  await shell(member, name, 'screencap -p /sdcard/Pictures/launcher.png');
  const launcher = await shot(page);
  await shell(member, name, 'am start -n com.android.gallery3d/.app.GalleryActivity');
  await expect.poll(async () => difference(launcher, await shot(page))).toBeGreaterThan(0.3);
  const grid = await shot(page);
  await tap(page, 0.15, 0.2);
  await expect.poll(async () => difference(grid, await shot(page))).toBeGreaterThan(0.2);
}

/** Moves two fingers apart: with Ctrl the mouse has a second one. */
export async function spread(page: Page): Promise<void> {
  const box = await picture(page).boundingBox();
  if (!box) throw new Error('the phone has no picture');
  const at = (x: number, y: number) => page.mouse.move(box.x + box.width * x, box.y + box.height * y, { steps: 8 });
  await page.keyboard.down('Control');
  await at(0.55, 0.55);
  await page.mouse.down();
  await at(0.8, 0.8);
  await page.mouse.up();
  await page.keyboard.up('Control');
}

/** The phone lies down by itself while a finger rests on it, and stands up again. */
export async function turnUnderFinger(page: Page, member: Member, name: string): Promise<void> {
  const box = await picture(page).boundingBox();
  if (!box) throw new Error('the phone has no picture');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height * 0.3);
  await page.mouse.down();
  await shell(member, name, 'settings put system user_rotation 1');
  const width = async () => (await picture(page).boundingBox())?.width ?? Number.NaN;
  await expect.poll(width).toBeGreaterThan(box.width);
  await page.mouse.up();
  await shell(member, name, 'settings put system user_rotation 0');
  await expect.poll(width).toBeLessThanOrEqual(box.width + 1);
}

/** Breaks a phone down for so long. It need not answer the command that breaks it. */
export async function breakDown(member: Member, name: string, ms: number): Promise<void> {
  await shell(member, name, `setprop owl.fault die:${ms}`).catch(() => {});
}

/** Resolves when the page says that the phone's picture was lost: each change of the page is looked at from within, for it may be back at once. */
export const pictureLost = (page: Page): Promise<void> =>
  page.evaluate(
    (words) =>
      new Promise<void>((seen) => {
        const look = () => {
          if (!document.body.innerText.includes(words)) return;
          changes.disconnect();
          seen();
        };
        const changes = new MutationObserver(look);
        changes.observe(document.body, { childList: true, subtree: true, characterData: true });
        look();
      }),
    wordsIn('zh-CN')('play.phoneBack'),
  );
