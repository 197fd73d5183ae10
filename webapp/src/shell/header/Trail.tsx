// The breadcrumb: from home through the containers of the page to the page itself.
import { Breadcrumb } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import { type Entry, type PermittedRoute, titleText } from '@/app/permitted';

interface Crumb {
  title: string;
  /** None: cannot be clicked. */
  to: string | null;
}

/** The crumbs of a page: home first unless it begins there; the last, and what cannot be opened by itself, is no link. */
export function crumbsOf(
  trail: readonly Entry[],
  home: Crumb,
  own: string | null,
  words: (entry: Entry) => string,
): Crumb[] {
  const shown = trail.filter((entry) => entry.inTrail && !entry.to.startsWith(`${paths.redirect}/`));
  const crumbs = shown.map((entry, index): Crumb => {
    const last = index === shown.length - 1;
    return { title: (last && own) || words(entry), to: last || entry.inert ? null : entry.to };
  });
  return shown[0]?.to === home.to ? crumbs : [home, ...crumbs];
}

export function Trail({ route, own }: { route: PermittedRoute | undefined; own: string | null }) {
  const { t } = useTranslation();
  const home = { title: t('pages.phones'), to: paths.home };
  const crumbs = crumbsOf(route?.trail ?? [], home, own, (entry) => titleText(entry.title, t));
  return (
    <Breadcrumb
      items={crumbs.map(({ title, to }, index) => ({
        key: `${index} ${title}`,
        title: to ? <Link to={to}>{title}</Link> : title,
      }))}
    />
  );
}
