import { NavLink, Text } from '@mantine/core';
import type { Icon } from '@primer/octicons-react';
import { Link, useParams } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useBoxRights } from '../data/box-rights';
import { useBox } from '../data/boxes';
import { agentRooms, boxRooms, otherRooms } from './rooms';

interface EntryProps {
  readonly label: string;
  readonly icon: Icon;
  readonly isActive: boolean;
}

function Entry({ label, icon: Mark, isActive }: EntryProps) {
  return <NavLink component="span" active={isActive} label={label} leftSection={<Mark size={18} aria-hidden />} />;
}

function Heading({ text }: { readonly text: string }) {
  return (
    <Text size="xs" c="dimmed" px="sm" pt="xs" pb={4} dir="auto" truncate flex="none">
      {text}
    </Text>
  );
}

function BoxRooms({ kbid }: { readonly kbid: string }) {
  const { t } = useTranslation();
  return (
    <>
      {boxRooms.map(({ heading, rooms }) => (
        <Fragment key={heading}>
          <Heading text={t(`nav.${heading}`)} />
          {rooms.map(({ to, text, icon }) => (
            <Link key={to} to={to} params={{ kbid }} className="menu-entry">
              {({ isActive }) => <Entry label={t(`nav.${text}`)} icon={icon} isActive={isActive} />}
            </Link>
          ))}
        </Fragment>
      ))}
      <hr className="menu-line" />
    </>
  );
}

function AgentRooms({ agent }: { readonly agent: string }) {
  const { t } = useTranslation();
  const { data } = useBox(agent);
  const { mayOwn } = useBoxRights(data);
  return (
    <>
      <Heading text={data?.title ?? t('nav.agent')} />
      {agentRooms
        .filter(({ isForAll }) => isForAll || mayOwn)
        .map(({ to, text, icon }) => (
          <Link key={to} to={to} params={{ agent }} activeOptions={{ includeSearch: false }} className="menu-entry">
            {({ isActive }) => <Entry label={t(`nav.${text}`)} icon={icon} isActive={isActive} />}
          </Link>
        ))}
      <hr className="menu-line" />
    </>
  );
}

/** Rooms of the box or the agent that is open, and those beside the boxes. */
export function Menu() {
  const { t } = useTranslation();
  const { kbid, agent } = useParams({ strict: false });
  return (
    <>
      {kbid !== undefined && <BoxRooms kbid={kbid} />}
      {agent !== undefined && <AgentRooms agent={agent} />}
      {otherRooms.map(({ heading, rooms }) => (
        <Fragment key={rooms[0].to}>
          {heading && <Heading text={t(`nav.${heading}`)} />}
          {rooms.map(({ to, text, icon }) => (
            <Link key={to} to={to} activeOptions={{ exact: true }} className="menu-entry">
              {({ isActive }) => <Entry label={t(`nav.${text}`)} icon={icon} isActive={isActive} />}
            </Link>
          ))}
        </Fragment>
      ))}
    </>
  );
}
