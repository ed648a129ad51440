import { NavLink, Text } from '@mantine/core';
import type { Icon } from '@primer/octicons-react';
import { Link, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { boxRooms, otherRooms } from './rooms';

interface EntryProps {
  readonly label: string;
  readonly icon: Icon;
  readonly isActive: boolean;
}

function Entry({ label, icon: Mark, isActive }: EntryProps) {
  return <NavLink component="span" active={isActive} label={label} leftSection={<Mark size={18} aria-hidden />} />;
}

function BoxRooms({ kbid }: { readonly kbid: string }) {
  const { t } = useTranslation();
  return (
    <>
      <Text size="xs" c="dimmed" px="sm" pb={4}>
        {t('nav.box')}
      </Text>
      {boxRooms.map(({ to, text, icon }) => (
        <Link key={to} to={to} params={{ kbid }} className="menu-entry">
          {({ isActive }) => <Entry label={t(`nav.${text}`)} icon={icon} isActive={isActive} />}
        </Link>
      ))}
      <hr className="menu-line" />
    </>
  );
}

/** Rooms of the box that is open, and those beside the boxes. */
export function Menu() {
  const { t } = useTranslation();
  const { kbid } = useParams({ strict: false });
  return (
    <>
      {kbid !== undefined && <BoxRooms kbid={kbid} />}
      {otherRooms.map(({ to, text, icon }) => (
        <Link key={to} to={to} activeOptions={{ exact: true }} className="menu-entry">
          {({ isActive }) => <Entry label={t(`nav.${text}`)} icon={icon} isActive={isActive} />}
        </Link>
      ))}
    </>
  );
}
