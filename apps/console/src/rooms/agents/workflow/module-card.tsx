import { ActionIcon, Group, Menu, Paper, Stack, Text } from '@mantine/core';
import type { ModuleTypesByName } from '@lectern/contracts/agents';
import {
  ChevronDownIcon,
  ChevronUpIcon,
  KebabHorizontalIcon,
  PencilIcon,
  PlusIcon,
  TrashIcon,
} from '@primer/octicons-react';
import type { KeyboardEvent, MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { OneLine } from '../../../parts/one-line';
import { type EditedModule, type ModulePath, modulesIn } from './module-tree';
import { type ModuleSlot, slotsOf } from './schema-fields';
import { shownMembers } from './shown-members';

/** What is done with a module of a lane, or with one within it. */
export type ModuleAction =
  | { readonly what: 'edit'; readonly path: ModulePath }
  | { readonly what: 'delete'; readonly path: ModulePath }
  | { readonly what: 'add'; readonly path: ModulePath; readonly slot: ModuleSlot }
  | { readonly what: 'move'; readonly path: ModulePath; readonly by: 1 | -1 };

interface ModuleCardProps {
  readonly module: EditedModule;
  /** From the module of the lane to this one. */
  readonly path: ModulePath;
  readonly types: ModuleTypesByName;
  /** Where it is among others that run one after the other; absent where it is alone by design. */
  readonly place: { readonly index: number; readonly count: number } | undefined;
  readonly onDo: (action: ModuleAction) => void;
}

/** A module: its name, what it uses, the modules within it, and what can be done with it. */
export function ModuleCard(props: ModuleCardProps) {
  const { module, types } = props;
  const type = types[module.module];
  const slots = type ? slotsOf(type.config_schema) : [];
  const kind = type?.title ?? module.module;
  const title = moduleTitle(module, types);
  return (
    <Paper withBorder p="xs" className="module-card">
      <Stack gap={6}>
        <Head {...props} slots={slots} />
        {title !== kind && (
          <Text size="xs" c="dimmed" lang="en" px={4}>
            {kind}
          </Text>
        )}
        {shownMembers(module, type).map(({ name, text }) => (
          <OneLine key={name} size="xs" ff="monospace" px={4}>
            {text}
          </OneLine>
        ))}
        {slots.map((slot) => (
          <Slot key={slot.name} {...props} slot={slot} />
        ))}
      </Stack>
    </Paper>
  );
}

/** The modules within a module, as its member names them. */
function Slot({ slot, ...props }: ModuleCardProps & { readonly slot: ModuleSlot }) {
  const held = modulesIn(props.module, slot.name);
  if (held.length === 0) return null;
  return (
    <div className="module-slot">
      <Text size="xs" fw={600} lang="en">
        {slot.title}
      </Text>
      <Stack component={slot.isList ? 'ol' : 'ul'} gap={6} className="plain-list" aria-label={slot.title}>
        {held.map((module, index) => (
          <li key={module.id ?? index}>
            <ModuleCard
              {...props}
              module={module}
              path={[...props.path, { member: slot.name, ...(slot.isList && { index }) }]}
              place={slot.isList ? { index, count: held.length } : undefined}
            />
          </li>
        ))}
      </Stack>
    </div>
  );
}

export function moduleTitle({ title, module }: EditedModule, types: ModuleTypesByName): string {
  return title === '' || title === 'agent' ? (types[module]?.title ?? module) : title;
}

function Head({
  module,
  types,
  path,
  place,
  slots,
  onDo,
}: ModuleCardProps & { readonly slots: readonly ModuleSlot[] }) {
  const { t } = useTranslation('agents');
  const name = moduleTitle(module, types);
  const byKey = (event: KeyboardEvent<HTMLElement>) => {
    if (!event.altKey || !place || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onDo({ what: 'move', path, by: event.key === 'ArrowUp' ? -1 : 1 });
    keepFocus(event.currentTarget);
  };
  return (
    <Group gap={4} wrap="nowrap" justify="space-between">
      <button
        type="button"
        className="module-name"
        onClick={() => onDo({ what: 'edit', path })}
        onKeyDown={byKey}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
      >
        <Text span fw={600} size="sm" dir="auto" lineClamp={3}>
          {name}
        </Text>
      </button>
      <Group gap={2} wrap="nowrap">
        {place && place.count > 1 && <Movers name={name} path={path} place={place} onDo={onDo} />}
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={t('module.more', { name })}>
              <KebabHorizontalIcon size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<PencilIcon size={16} aria-hidden />} onClick={() => onDo({ what: 'edit', path })}>
              {t('module.edit')}
            </Menu.Item>
            {slots
              .filter((slot) => slot.isList || modulesIn(module, slot.name).length === 0)
              .map((slot) => (
                <Menu.Item
                  key={slot.name}
                  leftSection={<PlusIcon size={16} aria-hidden />}
                  onClick={() => onDo({ what: 'add', path, slot })}
                >
                  {t('module.addTo')} <span lang="en">{slot.title}</span>
                </Menu.Item>
              ))}
            <Menu.Item
              color="red"
              leftSection={<TrashIcon size={16} aria-hidden />}
              onClick={() => onDo({ what: 'delete', path })}
            >
              {t('module.remove')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
    </Group>
  );
}

/** A module that moves on the page takes the focus with it. */
function keepFocus(element: HTMLElement): void {
  requestAnimationFrame(() => requestAnimationFrame(() => element.focus()));
}

type MoversProps = Pick<ModuleCardProps, 'path' | 'onDo'> & {
  readonly name: string;
  readonly place: NonNullable<ModuleCardProps['place']>;
};

function Movers({ name, path, place: { index, count }, onDo }: MoversProps) {
  const { t } = useTranslation('agents');
  const move = (by: 1 | -1) => (event: MouseEvent<HTMLElement>) => {
    onDo({ what: 'move', path, by });
    keepFocus(event.currentTarget);
  };
  // At an end they do nothing, but stay: a button that goes away takes the focus with it.
  const ends = { up: index === 0, down: index === count - 1 };
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('module.up', { name })}
        aria-disabled={ends.up}
        data-disabled={ends.up || undefined}
        onClick={ends.up ? undefined : move(-1)}
      >
        <ChevronUpIcon size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('module.down', { name })}
        aria-disabled={ends.down}
        data-disabled={ends.down || undefined}
        onClick={ends.down ? undefined : move(1)}
      >
        <ChevronDownIcon size={16} aria-hidden />
      </ActionIcon>
    </>
  );
}
