import { Group, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { GraphNode } from '@lectern/contracts/knowledge-box';
import { SearchIcon, ShareAndroidIcon } from '@primer/octicons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKbid } from '../../data/kbid';
import { EmptyState } from '../../parts/empty-state';
import { Loaded } from '../../parts/loaded';
import { Page } from '../../parts/page';
import { keyOf, namesQuery } from './graph';
import { namedNode } from './graph-search';
import { NodeAround } from './node-around';
import { NodeLink } from './node-link';
import './graph.css';

const DELAY_MS = 250;

/** Who and what the texts of a box name, how these are related, and the passages that say so. */
export function GraphPage() {
  const { t } = useTranslation('graph');
  const node = namedNode(useSearch({ strict: false }));
  const [typed, setTyped] = useState('');
  const [settled] = useDebouncedValue(typed.trim(), DELAY_MS);
  const query = useQuery({ ...namesQuery(useKbid(), settled), placeholderData: keepPreviousData });
  return (
    <Page title={t('title')} description={t('intro')}>
      <TextInput
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<SearchIcon size={16} aria-hidden />}
        value={typed}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
        maw="24rem"
      />
      <Loaded query={query}>{(nodes) => <Names nodes={nodes} isSearched={settled !== ''} />}</Loaded>
      {node && <NodeAround key={keyOf(node)} node={node} />}
    </Page>
  );
}

function Names({ nodes, isSearched }: { readonly nodes: readonly GraphNode[]; readonly isSearched: boolean }) {
  const { t } = useTranslation('graph');
  if (nodes.length === 0)
    return (
      <EmptyState
        icon={<ShareAndroidIcon size={48} aria-hidden />}
        title={t(isSearched ? 'none.title' : 'empty.title')}
        text={t(isSearched ? 'none.text' : 'empty.text')}
      />
    );
  return (
    <section aria-label={t('names')}>
      <Title order={2} size="h5" mb={4}>
        {t(isSearched ? 'found' : 'names')}
      </Title>
      <Group component="ul" gap={6} className="plain-list">
        {nodes.map((node) => (
          <li key={keyOf(node)}>
            <NodeLink node={node} />
          </li>
        ))}
      </Group>
    </section>
  );
}
