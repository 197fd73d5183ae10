// The labelled column where it has no room of its own: over the page, beside the rail.
import { Drawer } from 'antd';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { titleText } from '@/app/permitted';
import SideColumn from './SideColumn';

interface Props extends Omit<ComponentProps<typeof SideColumn>, 'over'> {
  open: boolean;
  /** The rail's width, which stays free. */
  left: number;
  onClose: () => void;
}

export default function SideDrawer({ open, left, onClose, ...column }: Props) {
  const { t } = useTranslation();
  return (
    <Drawer
      open={open}
      onClose={onClose}
      placement="left"
      size={176}
      closable={false}
      rootStyle={{ insetInlineStart: left }}
      styles={{ body: { padding: 0 } }}
      aria-label={titleText(column.group.entry.title, t)}
      destroyOnHidden
    >
      <SideColumn {...column} over />
    </Drawer>
  );
}
