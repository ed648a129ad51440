import { Paper, Stack, Text, Title } from '@mantine/core';
import type { Resource } from '@lectern/contracts/knowledge-box';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { storedFileUrl } from '../../../parts/passage/stored-file';
import { useKindText } from '../../../parts/kinds/use-kind-text';
import { Time } from '../../../parts/quantity';
import { BlobImage } from './blob-image';
import { Groups } from './groups';
import { WebAddress } from './field-view';
import { Labels } from './labels';

interface DetailsProps {
  readonly kbid: string;
  readonly resource: Resource;
}

/** Metadata of a resource. */
export function Details({ kbid, resource }: DetailsProps) {
  const { t } = useTranslation('resource');
  const { title = '', metadata, created = '', modified = '', slug = '', icon = '', id } = resource;
  const kindText = useKindText();
  const languages = metadata?.languages ?? [];
  return (
    <Paper withBorder p="md" component="aside" aria-label={t('details.label')}>
      <Stack gap="sm">
        <Thumbnail resource={resource} title={title} />
        <Detail name={t('details.labels')}>
          <Labels kbid={kbid} resource={resource} />
        </Detail>
        <Detail name={t('details.groups')}>
          <Groups kbid={kbid} resource={resource} />
        </Detail>
        <Detail name={t('details.created')}>
          <Time at={created} />
        </Detail>
        <Detail name={t('details.modified')}>
          <Time at={modified} />
        </Detail>
        {languages.length > 0 && <Detail name={t('details.language')}>{languages.join(', ')}</Detail>}
        <Detail name={t('details.type')}>
          <span title={icon}>{kindText(icon)}</span>
        </Detail>
        <Detail name={t('details.slug')}>{slug}</Detail>
        <Detail name={t('details.id')}>{id}</Detail>
        <Origin resource={resource} />
      </Stack>
    </Paper>
  );
}

function Detail({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <Title order={3} size="h6" c="dimmed" fw={500}>
        {name}
      </Title>
      <Text component="div" size="sm" dir="auto" className="content-text">
        {children}
      </Text>
    </div>
  );
}

/** Pictures at other addresses are not fetched. */
function Thumbnail({ resource: { thumbnail = '' }, title }: { readonly resource: Resource; readonly title: string }) {
  const { t } = useTranslation('resource');
  const url = storedFileUrl(thumbnail);
  const alt = t('details.thumbnail', { title });
  return url === undefined ? null : <BlobImage url={url} alt={alt} fit="contain" mah={160} />;
}

function Origin({ resource: { origin } }: { readonly resource: Resource }) {
  const { t } = useTranslation('resource');
  if (!origin) return null;
  const { url = '', path = '', filename = '', collaborators, tags, metadata } = origin;
  const pairs = Object.entries(metadata).map(([key, value]) => `${key}: ${value}`);
  return (
    <>
      {url !== '' && (
        <Detail name={t('origin.url')}>
          <WebAddress address={url} />
        </Detail>
      )}
      {path !== '' && <Detail name={t('origin.path')}>{path}</Detail>}
      {filename !== '' && <Detail name={t('origin.filename')}>{filename}</Detail>}
      {collaborators.length > 0 && <Detail name={t('origin.people')}>{collaborators.join(', ')}</Detail>}
      {tags.length > 0 && <Detail name={t('origin.tags')}>{tags.join(', ')}</Detail>}
      {pairs.length > 0 && <Detail name={t('origin.metadata')}>{pairs.join('\n')}</Detail>}
    </>
  );
}
