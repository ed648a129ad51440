import { ActionIcon, Alert, Badge, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PencilIcon, PeopleIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../parts/empty-state';
import { Loaded } from '../../parts/loaded';
import { nameTasksQuery } from './merge-tasks';
import { NameMerges } from './name-merges';
import { RenameDialog } from './rename-dialog';
import { entitiesQuery, entityTypesQuery } from './search-settings-queries';

const SHOWN_MAX = 100;

/** Names that documents of a box mention, by type: they are renamed, and merged where they mean the same. */
export function EntityNames({ kbid }: { readonly kbid: string }) {
  const { t } = useTranslation('search-settings');
  const query = useQuery(entityTypesQuery(kbid));
  return (
    <Stack gap="lg">
      <Loaded query={query}>
        {(types) =>
          types.length === 0 ? (
            <EmptyState
              icon={<PeopleIcon size={48} aria-hidden />}
              title={t('entities.none')}
              text={t('entities.noneText')}
            />
          ) : (
            <Types kbid={kbid} types={types} />
          )
        }
      </Loaded>
      <NameMerges kbid={kbid} />
    </Stack>
  );
}

function Types({ kbid, types }: { readonly kbid: string; readonly types: readonly string[] }) {
  const { t } = useTranslation('search-settings');
  const [chosen, setChosen] = useState(types.find((type) => type === 'PERSON') ?? types[0] ?? '');
  const [words, setWords] = useState('');
  return (
    <Stack gap="md">
      <Text size="sm">{t('entities.intro')}</Text>
      <Group align="flex-end">
        <NativeSelect
          label={t('entities.type')}
          data={[...types]}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
          flex="0 1 16rem"
        />
        <TextInput
          type="search"
          label={t('entities.filter')}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          dir="auto"
          flex="0 1 20rem"
        />
      </Group>
      <Names kbid={kbid} type={chosen} words={words.trim().toLowerCase()} />
    </Stack>
  );
}

interface NamesProps {
  readonly kbid: string;
  readonly type: string;
  readonly words: string;
}

function Names({ kbid, type, words }: NamesProps) {
  const { t } = useTranslation('search-settings');
  const query = useQuery(entitiesQuery(kbid, type));
  const [renamed, setRenamed] = useState<string>();
  return (
    <Loaded query={query}>
      {(entities) => {
        const found = entities.filter(({ name }) => name.toLowerCase().includes(words));
        const entity = entities.find(({ name }) => name === renamed);
        return (
          <>
            <Group gap={6} component="ul" className="plain-list" role="list" aria-label={type}>
              {found.slice(0, SHOWN_MAX).map(({ name }) => (
                <li key={name}>
                  <NameBadge kbid={kbid} name={name} onRename={() => setRenamed(name)} />
                </li>
              ))}
            </Group>
            <Text size="sm" c="dimmed" role="status">
              {t('entities.shown', { count: Math.min(found.length, SHOWN_MAX), all: found.length })}
            </Text>
            <RenamingState kbid={kbid} />
            {entity && (
              <RenameDialog
                kbid={kbid}
                type={type}
                entity={entity}
                names={entities.map(({ name }) => name)}
                onClose={() => setRenamed(undefined)}
              />
            )}
          </>
        );
      }}
    </Loaded>
  );
}

interface NameBadgeProps {
  readonly kbid: string;
  readonly name: string;
  readonly onRename: () => void;
}

function NameBadge({ kbid, name, onRename }: NameBadgeProps) {
  const { t } = useTranslation('search-settings');
  return (
    <Group gap={2} wrap="nowrap">
      <Badge variant="default" tt="none" size="lg" maw="100%">
        <Link
          className="card-link"
          to="/boxes/$kbid/search"
          params={{ kbid }}
          search={{ q: `"${name.replaceAll('"', ' ')}"` }}
        >
          <bdi>{name}</bdi>
        </Link>
      </Badge>
      <ActionIcon variant="subtle" size={24} aria-label={t('entities.renameOf', { name })} onClick={onRename}>
        <PencilIcon size={14} />
      </ActionIcon>
    </Group>
  );
}

/** How the last renaming is; nothing without one, and nothing about one that ended well. */
function RenamingState({ kbid }: { readonly kbid: string }) {
  const { t } = useTranslation('search-settings');
  const { renaming } = useQuery(nameTasksQuery(kbid)).data ?? {};
  const [rename] = renaming?.renames ?? [];
  if (!renaming || !rename || renaming.state === 'done') return null;
  const { from, to } = rename;
  const text = renaming.state === 'working' ? t('entities.renaming') : t('entities.renamingFailed');
  return (
    <Alert color={renaming.state === 'working' ? 'blue' : 'yellow'} role="status">
      <Text size="sm" className="content-text">
        {text} <bdi>{from}</bdi> {to !== null && '→ '}
        {to !== null && <bdi>{to}</bdi>}
      </Text>
      {renaming.log && (
        <Text size="sm" lang="en" className="content-text">
          {renaming.log}
        </Text>
      )}
    </Alert>
  );
}
