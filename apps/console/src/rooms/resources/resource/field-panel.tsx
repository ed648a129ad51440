import { Group, Select, Stack, Tabs } from '@mantine/core';
import { DownloadIcon } from '@primer/octicons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../../parts/busy-button';
import { FailureNotice } from '../../../parts/failure-notice';
import { Loaded } from '../../../parts/loaded';
import { fieldQuery, readableText } from '../../../parts/passage/field-query';
import type { PassagePlace } from '../../../parts/passage/passage-id';
import { isFileValue, storedFileUrl } from '../../../parts/passage/stored-file';
import { ByteSize } from '../../../parts/quantity';
import { saveFile } from '../../../parts/download';
import { EntitiesView } from './entities-view';
import { FieldView } from './field-view';
import type { OpenField } from './fields';
import { ParagraphList } from './paragraph-list';

interface FieldPanelProps {
  readonly kbid: string;
  readonly rid: string;
  readonly fields: readonly OpenField[];
  readonly field: OpenField;
  readonly place?: PassagePlace;
  readonly onField: (name: string) => void;
}

/** One field of a resource, and the way to the others. */
export function FieldPanel({ kbid, rid, fields, field, place, onField }: FieldPanelProps) {
  const { t } = useTranslation('resource');
  const { fieldType, fieldId } = field;
  const query = useQuery(fieldQuery(kbid, { rid, fieldType, fieldId }));
  return (
    <Stack gap="sm" component="section" aria-label={t('content')}>
      <Group justify="space-between" gap="xs">
        {fields.length > 1 && (
          <Select
            aria-label={t('field')}
            data={fields.map(({ name, title, fieldType: type }) => ({
              value: name,
              label: `${t(`type.${type}`)}: ${title}`,
            }))}
            value={field.name}
            onChange={(name) => name !== null && onField(name)}
            allowDeselect={false}
            searchable
            limit={100}
          />
        )}
        <DownloadButton value={field.data.value} />
      </Group>
      <Loaded query={query}>
        {(data) => <FieldTabs key={field.name + place?.start} kbid={kbid} rid={rid} field={data} place={place} />}
      </Loaded>
    </Stack>
  );
}

interface FieldTabsProps extends Pick<FieldPanelProps, 'kbid' | 'rid' | 'place'> {
  readonly field: Parameters<typeof FieldView>[0]['field'];
}

/** A field as it was sent, and the results of its processing. A passage opens in the PDF, else among the paragraphs. */
function FieldTabs({ kbid, rid, field, place }: FieldTabsProps) {
  const { t } = useTranslation('resource');
  const { extracted, value } = field;
  const { text, paragraphs } = readableText(extracted, place?.split);
  const hasPages = isFileValue(value) && paragraphs.some(({ page }) => page !== null);
  const hasText = field.field_type !== 'key_value';
  return (
    <Tabs defaultValue={place && !hasPages ? 'paragraphs' : 'content'} keepMounted={false}>
      <Tabs.List mb="sm">
        <Tabs.Tab value="content">{t('tab.content')}</Tabs.Tab>
        {hasText && <Tabs.Tab value="paragraphs">{t('tab.paragraphs')}</Tabs.Tab>}
        {hasText && <Tabs.Tab value="entities">{t('tab.entities')}</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value="content">
        <FieldView kbid={kbid} rid={rid} field={field} place={place} />
      </Tabs.Panel>
      {hasText && (
        <Tabs.Panel value="paragraphs">
          <ParagraphList text={text} paragraphs={paragraphs} place={place} />
        </Tabs.Panel>
      )}
      {hasText && (
        <Tabs.Panel value="entities">
          <EntitiesView metadata={extracted?.metadata?.metadata} />
        </Tabs.Panel>
      )}
    </Tabs>
  );
}

function DownloadButton({ value }: { readonly value: unknown }) {
  const { t } = useTranslation('resource');
  const { mutate, isPending, error } = useMutation({ mutationFn: saveFile });
  const file = isFileValue(value) ? value.file : undefined;
  const url = file && storedFileUrl(file.uri);
  if (!file || url === undefined) return null;
  const isCancelled = error instanceof DOMException && error.name === 'AbortError';
  return (
    <Stack gap="xs" align="flex-start">
      <BusyButton
        size="xs"
        variant="default"
        isBusy={isPending}
        leftSection={<DownloadIcon size={16} aria-hidden />}
        onClick={() => mutate({ url, name: file.filename, sizeBytes: file.size })}
      >
        {t('download')} (<ByteSize bytes={file.size} />)
      </BusyButton>
      {error && !isCancelled && <FailureNotice error={error} />}
    </Stack>
  );
}
