// Makes a link to whatever its caller names, then shows it.
import { Form, Switch } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import type { Answer, Body } from '@/core/operations';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import { useNow } from '@/ui/time/useNow';
import { UntilField } from '../UntilField';
import { dayOf, type UntilFields, untilOf } from '../until';
import { useCreateShareLinkMutation } from './api';
import { ViewersField } from './LinkFields';
import styles from './Links.module.css';
import { LinkWindow } from './LinkWindow';
import { NO_TRIAL, type TrialValues } from './trialValues';

const MINUTE_MS = 60_000;
const VIEWERS = 20;
const HOURS = 3;

export interface Fields extends UntilFields, TrialValues {
  viewersMax: number;
  passcode: boolean;
}

/** Target of a link, as the call takes it. */
export type Target = Pick<Body<'create_share_link'>, 'kind' | 'phoneId' | 'uploadId' | 'trial'>;

interface Props {
  open: boolean;
  name: string;
  /** Purpose of the link, in words. */
  text: string;
  /** The end of a phone's rental; none of a clip. */
  rentalEnd: number | null;
  /** Names what is shown, once the form is sent; or why that cannot be. */
  target: (values: Fields) => Promise<{ target: Target; fault?: undefined } | { target?: undefined; fault: CallFault }>;
  onDone: () => void;
  onClose: () => void;
  /** The choice of what is shown, above all. */
  kinds?: ReactNode;
  /** Stands above the fields. */
  children?: ReactNode;
  /** Whether it lets in one page at a time. */
  single?: boolean;
}

export function MakeLinkDialog({
  open,
  name,
  text,
  rentalEnd,
  target,
  onDone,
  onClose,
  kinds,
  children,
  single = false,
}: Props) {
  const { t } = useTranslation();
  const now = useNow(MINUTE_MS);
  const [create] = useCreateShareLinkMutation();
  const [made, setMade] = useState<Answer<'create_share_link'> | null>(null);
  if (made) return <LinkWindow {...{ open, name, made, onClose }} />;

  const submit = async (values: Fields): Promise<CallFault | 'stay'> => {
    const named = await target(values);
    if (named.fault) return named.fault;
    const { passcode } = values;
    const viewersMax = single ? 1 : values.viewersMax;
    const { data, error } = await create({ ...named.target, viewersMax, passcode, ...untilOf(values) });
    if (!data) return error as CallFault;
    setMade(data);
    onDone();
    return 'stay';
  };
  return (
    <FormDialog<Fields>
      open={open}
      title={t('links.titleOf', { name })}
      initial={{ ends: 'hours', day: dayOf(now), hours: HOURS, viewersMax: VIEWERS, passcode: false, ...NO_TRIAL }}
      submit={t('links.create')}
      onSubmit={submit}
      onClose={onClose}
    >
      {kinds}
      <p className={styles.note}>{text}</p>
      {children}
      <UntilField rentalEnd={rentalEnd} now={now} />
      {single ? null : <ViewersField />}
      <Form.Item name="passcode" label={t('links.askPasscode')} valuePropName="checked" layout="horizontal">
        <Switch />
      </Form.Item>
    </FormDialog>
  );
}
