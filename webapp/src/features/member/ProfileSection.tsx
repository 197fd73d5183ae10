// Profile of the member: picture, id, names, and what was told of oneself. One dialog changes the words, another the picture.
import { Button } from 'antd';
import { User } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pictureAddress } from '@/features/branding/branding';
import { Copy } from '@/ui/copy/Copy';
import styles from './AccountPage.module.css';
import { AvatarDialog } from './AvatarDialog';
import type { Member } from './api';
import { ProfileDialog } from './ProfileDialog';
import { Fact, Row, Rows, Section } from './Section';

const sexes = { 1: 'account.sex.male', 2: 'account.sex.female' } as const;

export function ProfileSection({ member }: { member: Member }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'profile' | 'avatar' | null>(null);
  // The third of the sizes is the largest; the first that exists stands in.
  const picture = pictureAddress(member.avatarList[2]?.avatarUrl || member.avatar);
  const sex = sexes[member.sex as keyof typeof sexes];
  const none = t('account.none');
  return (
    <Section
      title={t('account.profile.title')}
      note={t('account.profile.note')}
      action={<Button onClick={() => setOpen('profile')}>{t('account.profile.edit')}</Button>}
    >
      <Rows>
        <Row
          label={t('account.avatar')}
          action={<Button onClick={() => setOpen('avatar')}>{t('account.changeAvatar')}</Button>}
        >
          <span className={styles.avatar}>
            {picture ? <img src={picture} alt="" /> : <User size={28} strokeWidth={1.6} aria-hidden="true" />}
          </span>
        </Row>
        <Row label={t('account.id')}>
          <span className="owl-mono">{member.userId}</span> <Copy text={String(member.userId)} />
        </Row>
        {member.userName ? (
          <Row label={t('account.userName')}>
            <Fact text={member.userName} none={none} />
          </Row>
        ) : null}
        <Row label={t('account.nickname')}>
          <Fact text={member.nickname} none={none} />
        </Row>
        <Row label={t('account.gender')}>
          <Fact text={sex ? t(sex) : ''} none={none} />
        </Row>
        <Row label={t('account.birthday')}>
          <Fact text={member.birthday} none={none} />
        </Row>
        <Row label={t('account.location')}>
          <Fact text={member.location} none={none} />
        </Row>
        <Row label={t('account.channelCode')}>
          <span className="owl-mono">{member.channelCode}</span>
        </Row>
      </Rows>
      <ProfileDialog open={open === 'profile'} member={member} onClose={() => setOpen(null)} />
      <AvatarDialog open={open === 'avatar'} onClose={() => setOpen(null)} />
    </Section>
  );
}
