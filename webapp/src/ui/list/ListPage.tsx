// The frame of every list: title with counts and actions, filters, the rows or what stands in their place (skeleton, empty, no match, fault),
// the pager, the deck of what is selected, and a place at the right for a receipt. It asks nothing itself.
import { Button } from 'antd';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import type { Look } from '../Eyes';
import { EmptyState } from '../states/EmptyState';
import { FaultState } from '../states/FaultState';
import styles from './ListPage.module.css';
import { Pager } from './Pager';
import type { Paging } from './urlState';

/** Nothing to show: eyes, a title, a sentence, one next step. */
export interface Nothing {
  look?: Look;
  title: string;
  text?: string;
  /** Without a next step: no button. */
  calm?: boolean;
  step?: { label: string; onClick: () => void; primary?: boolean };
}

export interface ListPageProps<Row> {
  title: string;
  /** From the frame: it moves the focus here when the page opens. */
  heading?: RefObject<HTMLHeadingElement | null>;
  /** Beside the title: how many, and how many need a person. */
  facts?: ReactNode;
  /** Right of the title; the page's one primary button among them. */
  actions?: ReactNode;
  /** The filters, each of them in the address. */
  filters?: ReactNode;
  /** Below the filters: what was not found, that the server is silent. */
  notes?: ReactNode;
  /** Undefined until the question's first answer. */
  rows: readonly Row[] | undefined;
  fault?: CallFault | undefined;
  fetching?: boolean;
  onRetry: () => void;
  /** Title of the failure. */
  failed: string;
  /** No rows at all. */
  empty: Nothing;
  /** No rows for these filters; given only while some are set. */
  unmatched?: Nothing | undefined;
  skeleton: ReactNode;
  pager?: Paging & { total: number; totalWords: string; onChange: (part: Partial<Paging>) => void };
  /** `BatchBar`, while something is selected. */
  deck?: ReactNode;
  /** `ReceiptDrawer`, while one is open. */
  dock?: ReactNode;
  /** CSS pixels; a receipt's when left out. */
  dockWidth?: number;
  children: (rows: readonly Row[]) => ReactNode;
}

export function ListPage<Row>(props: ListPageProps<Row>) {
  const { title, heading, facts, actions, filters, notes, pager, deck, dock, dockWidth } = props;
  return (
    <div className={styles.frame}>
      <div className={styles.column} data-deck={Boolean(deck)}>
        <div className={styles.page}>
          <div className={styles.head}>
            <h1 ref={heading} tabIndex={-1} className={styles.title}>
              {title}
            </h1>
            {facts}
            {actions ? <div className={styles.actions}>{actions}</div> : null}
          </div>
          {filters ? <div className={styles.filters}>{filters}</div> : null}
          {notes}
          <Content {...props} />
        </div>
        {pager && pager.total > 0 ? (
          <div className={styles.foot}>
            <Pager {...pager} />
          </div>
        ) : null}
        {deck ? <div className={styles.deck}>{deck}</div> : null}
      </div>
      {dock ? (
        <div className={styles.dock} {...(dockWidth ? { style: { width: dockWidth } } : {})}>
          {dock}
        </div>
      ) : null}
    </div>
  );
}

function Content<Row>(props: ListPageProps<Row>) {
  const { rows, fault, fetching = false, onRetry, failed, empty, unmatched, skeleton, children } = props;
  if (fault && !fetching) return <FaultState title={failed} fault={fault} onRetry={onRetry} />;
  if (!rows) return skeleton;
  if (rows.length > 0) return children(rows);
  return unmatched ? <Nothing {...unmatched} look="half" /> : <Nothing {...empty} onRetry={onRetry} />;
}

function Nothing({ look = 'shut', title, text, calm = false, step, onRetry }: Nothing & { onRetry?: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState look={look} title={title} {...(text ? { text } : {})}>
      {step ? (
        <Button type={step.primary ? 'primary' : 'default'} onClick={step.onClick}>
          {step.label}
        </Button>
      ) : onRetry && !calm ? (
        <Button onClick={onRetry}>{t('common.refresh')}</Button>
      ) : null}
    </EmptyState>
  );
}
