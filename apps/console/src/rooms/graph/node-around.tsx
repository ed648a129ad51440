import { Stack, Text, Title } from '@mantine/core';
import type { GraphNode } from '@lectern/contracts/knowledge-box';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadCode } from '../../api/load-code';
import { documentNameQuery } from '../../data/document-names';
import { useKbid } from '../../data/kbid';
import { Loaded } from '../../parts/loaded';
import { Passage } from '../../parts/passage/passage';
import { PassageLink } from '../../parts/passage-link';
import { aroundQuery } from './graph';
import { factsOf, type Mention, type NodeFacts, type StatedRelation } from './graph-parts';
import { NodeLink } from './node-link';

/** With the library that places nodes. */
const Picture = lazy(async () => ({ default: (await loadCode(() => import('./graph-picture'))).GraphPictureView }));

/** A node: a picture of what is around it, and the same as lists. */
export function NodeAround({ node }: { readonly node: GraphNode }) {
  const { t } = useTranslation('graph');
  const query = useQuery(aroundQuery(useKbid(), node));
  return (
    <section aria-label={node.value}>
      <Title order={2} size="h3" mb="xs" dir="auto" className="content-text">
        {node.value}
      </Title>
      <Loaded query={query}>
        {({ edges, beside }) => {
          const facts = factsOf(node, edges, beside);
          if (edges.length === 0) return <Text>{t('alone')}</Text>;
          return (
            <Stack gap="lg">
              {facts.relations.length + facts.beside.length > 0 && (
                <Suspense>
                  <Picture center={node} facts={facts} />
                </Suspense>
              )}
              <Relations relations={facts.relations} node={node} />
              <Mentions mentions={facts.mentions} />
              <Beside facts={facts} />
            </Stack>
          );
        }}
      </Loaded>
    </section>
  );
}

function Relations({ relations, node }: { readonly relations: readonly StatedRelation[]; readonly node: GraphNode }) {
  const { t } = useTranslation('graph');
  if (relations.length === 0) return null;
  return (
    <div>
      <Title order={3} size="h5" mb={4}>
        {t('relations')}
      </Title>
      <ul className="plain-list fact-list">
        {relations.map(({ key, other, label, isOutward, paragraph }) => (
          <li key={key}>
            {isOutward ? <span dir="auto">{node.value}</span> : <NodeLink node={other} />}{' '}
            <Text span size="sm" c="dimmed">
              {label}
            </Text>{' '}
            {isOutward ? <NodeLink node={other} /> : <span dir="auto">{node.value}</span>}
            {paragraph !== undefined && <Said paragraph={paragraph} />}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Mentions({ mentions }: { readonly mentions: readonly Mention[] }) {
  const { t } = useTranslation('graph');
  if (mentions.length === 0) return null;
  return (
    <div>
      <Title order={3} size="h5" mb={4}>
        {t('mentions', { count: mentions.length })}
      </Title>
      <ul className="plain-list fact-list">
        {mentions.map(({ rid, paragraph }) => (
          <li key={rid}>
            <ResourceName rid={rid} {...(paragraph !== undefined && { paragraph })} />
            {paragraph !== undefined && <Said paragraph={paragraph} />}
          </li>
        ))}
      </ul>
    </div>
  );
}

function ResourceName({ rid, paragraph }: { readonly rid: string; readonly paragraph?: string }) {
  const kbid = useKbid();
  const { data } = useQuery(documentNameQuery(kbid, rid));
  return (
    <PassageLink kbid={kbid} rid={rid} {...(paragraph !== undefined && { paragraph })}>
      <span dir="auto">{data?.title ?? rid}</span>
    </PassageLink>
  );
}

/** The passage that says so, read when it is opened. */
function Said({ paragraph }: { readonly paragraph: string }) {
  const { t } = useTranslation('graph');
  const kbid = useKbid();
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget: { open } }) => setOpen(open)}>
      <summary>{t('passage')}</summary>
      {isOpen && (
        <Suspense>
          <Passage kbid={kbid} paragraphId={paragraph} />
        </Suspense>
      )}
    </details>
  );
}

function Beside({ facts: { beside } }: { readonly facts: NodeFacts }) {
  const { t } = useTranslation('graph');
  if (beside.length === 0) return null;
  return (
    <div>
      <Title order={3} size="h5" mb={4}>
        {t('beside')}
      </Title>
      <ul className="plain-list beside-list">
        {beside.map(({ node, count }) => (
          <li key={`${node.type} ${node.group} ${node.value}`}>
            <NodeLink node={node} />{' '}
            <Text span size="sm" c="dimmed">
              {t('together', { count })}
            </Text>
          </li>
        ))}
      </ul>
    </div>
  );
}
