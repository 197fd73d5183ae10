// Facts of the member's phones that a renewal needs, and what it makes of the choices: plain values, counted by the rules.
import {
  type PricedPackage,
  type PriceView,
  packageViews,
  quoteAlign,
  quoteRenewal,
  quoteUpgrade,
  type RenewedPhone,
} from '@/core/rules';
import type { Phone } from '@/features/phones/api';
import { StillPicture } from '@/features/phones/pictures/Deck';
import type { PickPhone } from '@/ui/pick/PhonePicker';
import { RemainingTime } from '@/ui/time/RemainingTime';
import type { Configuration, Shelf } from '../api';

export interface RenewPhone extends PickPhone {
  expireTime: number;
  configurationId: number;
  /** Whether the phone's rental renews itself. */
  autoRenew?: boolean;
}

/** Phones that end within this time are chosen when the page opens. */
export const SOON_MS = 7 * 86_400_000;

export const configurationOf = (shelf: Shelf, phone: RenewPhone): Configuration | undefined =>
  shelf.list.find(({ configurationId }) => configurationId === phone.configurationId);

/** A phone as the picker shows it, with the reason why it cannot be renewed. */
export function renewable(phone: Phone, shelf: Shelf, now: number, notSold: string): RenewPhone {
  const { phoneId, phoneAlias, owlId, expireTime, configurationId, autoRenew } = phone;
  const sold = shelf.list.some((each) => each.configurationId === configurationId && each.packages.length > 0);
  return {
    id: phoneId,
    autoRenew,
    name: phoneAlias || owlId,
    code: owlId,
    picture: <StillPicture phoneId={phoneId} />,
    expireTime,
    configurationId,
    blocked: sold ? undefined : notSold,
    note: <RemainingTime until={expireTime} now={now} />,
  };
}

/** Package choice for the phones: for all of them, and for some of them. */
export interface PackageWish {
  days: number | undefined;
  /** By phone. */
  own: ReadonlyMap<number, number>;
}

/** The package of a phone: its own, else the one of the wished days, else the one by which days are priced. */
export function packageFor(shelf: Shelf, phone: RenewPhone, wish: PackageWish): PricedPackage | undefined {
  const packages = configurationOf(shelf, phone)?.packages ?? [];
  const own = packages.find(({ packageId }) => packageId === wish.own.get(phone.id));
  return own ?? packages.find(({ days }) => days === wish.days) ?? basePackage(packages);
}

export function basePackage(packages: readonly PricedPackage[]): PricedPackage | undefined {
  const base = packageViews(packages).find(({ base: is }) => is);
  return packages.find(({ packageId }) => packageId === base?.packageId);
}

/** One phone of the order. */
export interface RenewLine {
  phone: RenewPhone;
  package: PricedPackage;
  fen: number;
  days: number;
  expireMs: number;
}
export interface Renewal {
  lines: RenewLine[];
  price: PriceView;
}

/** Packages, phone by phone. Null: nothing is chosen, or a phone's configuration is not sold. */
export function renewalOf(shelf: Shelf, phones: readonly RenewPhone[], wish: PackageWish, now: number): Renewal | null {
  return priced(
    phones,
    phones.map((phone) => packageFor(shelf, phone, wish)),
    (lines) => quoteRenewal(lines, now),
  );
}

/** All to one moment. */
export function alignedOf(shelf: Shelf, phones: readonly RenewPhone[], toMs: number, now: number): Renewal | null {
  return priced(
    phones,
    phones.map((phone) => basePackage(configurationOf(shelf, phone)?.packages ?? [])),
    (lines) => quoteAlign(lines, toMs, now, shelf.rules.zone),
  );
}

function priced(
  phones: readonly RenewPhone[],
  packages: readonly (PricedPackage | undefined)[],
  quote: (phones: readonly RenewedPhone[]) => PriceView,
): Renewal | null {
  const whole = phones.flatMap((phone, at) => {
    const own = packages[at];
    return own ? [{ phone, package: own }] : [];
  });
  if (phones.length === 0 || whole.length < phones.length) return null;
  const price = quote(whole.map(({ phone, package: own }) => ({ package: own, endMs: phone.expireTime })));
  const lines = whole.map(({ phone, package: own }, at) => {
    const line = price.lines[at];
    return {
      phone,
      package: own,
      fen: line?.totalFen ?? 0,
      days: line?.days ?? 0,
      expireMs: line?.expireMs ?? phone.expireTime,
    };
  });
  return { lines, price };
}

/** Price of going on with a phone of another configuration; undefined where one of them is not priced. */
export function upgradeOf(shelf: Shelf, phone: RenewPhone, target: Configuration, now: number): PriceView | undefined {
  const present = basePackage(configurationOf(shelf, phone)?.packages ?? []);
  const wanted = basePackage(target.packages);
  return present && wanted ? quoteUpgrade(present, wanted, phone.expireTime, now) : undefined;
}
