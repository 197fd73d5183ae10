// How full the phones are that something is about to be sent to, and which have too little room for it.
import { useMemo } from 'react';
import { type Named, useStorage } from './api';
import { RoomNote, StorageLine } from './Storage';
import styles from './Storage.module.css';

interface Props {
  phones: readonly Named[];
  bytes: number;
}

export default function Room({ phones, bytes }: Props) {
  const ids = useMemo(() => phones.map(({ id }) => id), [phones]);
  const { known } = useStorage(ids);
  return (
    <div className={styles.room}>
      <StorageLine storage={known} phones={phones} />
      <RoomNote storage={known} phones={phones} bytes={bytes} />
    </div>
  );
}
