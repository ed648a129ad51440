import { Badge, Button, Card, ColorSwatch, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { PlusIcon, TagIcon } from '@primer/octicons-react';
import type { Labelset } from '@lectern/contracts/knowledge-box';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { labelsetsQuery } from '../../data/labelsets';
import { ConfirmByName } from '../../parts/confirm-by-name';
import { EmptyState } from '../../parts/empty-state';
import { facetName, facetsQuery } from '../../parts/filters/facets';
import { Loaded } from '../../parts/loaded';
import { notify } from '../../parts/notify';
import { numberText } from '../../parts/quantities';
import { LabelSetDialog } from './label-set-dialog';
import { useDeleteLabelset } from './search-settings-queries';

const LABELS_SHOWN_MAX = 30;

/** A label set by its id; a new one without. */
interface Edited {
  readonly id?: string;
}

/** Labels that documents and passages of a box get, in sets. */
export function LabelSets({ kbid }: { readonly kbid: string }) {
  const { t } = useTranslation('search-settings');
  const query = useQuery(labelsetsQuery(kbid));
  const [edited, setEdited] = useState<Edited>();
  const [removed, setRemoved] = useState<string>();
  const add = (
    <Button leftSection={<PlusIcon size={18} aria-hidden />} onClick={() => setEdited({})}>
      {t('labels.new')}
    </Button>
  );
  return (
    <Loaded query={query}>
      {(sets) => (
        <Stack gap="md" align="flex-start">
          {Object.keys(sets).length === 0 ? (
            <Stack w="100%">
              <EmptyState
                icon={<TagIcon size={48} aria-hidden />}
                title={t('labels.none')}
                text={t('labels.intro')}
                action={add}
              />
            </Stack>
          ) : (
            <>
              <Text size="sm">{t('labels.intro')}</Text>
              {add}
              <SimpleGrid cols={{ base: 1, md: 2 }} w="100%">
                {Object.entries(sets).map(([id, set]) => (
                  <LabelSetCard
                    key={id}
                    kbid={kbid}
                    id={id}
                    set={set}
                    onEdit={() => setEdited({ id })}
                    onDelete={() => setRemoved(id)}
                  />
                ))}
              </SimpleGrid>
            </>
          )}
          {edited && (
            <LabelSetDialog
              kbid={kbid}
              id={edited.id}
              set={edited.id === undefined ? undefined : sets[edited.id]}
              ids={Object.keys(sets)}
              onClose={() => setEdited(undefined)}
            />
          )}
          {removed !== undefined && (
            <DeleteLabelSet
              kbid={kbid}
              id={removed}
              title={sets[removed]?.title ?? removed}
              onClose={() => setRemoved(undefined)}
            />
          )}
        </Stack>
      )}
    </Loaded>
  );
}

/** How many documents have a label, by `set / label`. */
function useLabelCounts(kbid: string): ReadonlyMap<string, number> {
  const { i18n } = useTranslation();
  const { data } = useQuery(facetsQuery(kbid));
  return new Map(data?.labels.map(({ path, count }) => [facetName(path, 'labels', i18n.language), count]));
}

interface LabelSetCardProps {
  readonly kbid: string;
  readonly id: string;
  readonly set: Labelset;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function LabelSetCard({ kbid, id, set, onEdit, onDelete }: LabelSetCardProps) {
  const { t, i18n } = useTranslation('search-settings');
  const counts = useLabelCounts(kbid);
  const { title, color, multiple, kind, labels } = set;
  const facts = [t(multiple ? 'labels.several' : 'labels.one'), ...kind.map((one) => t(`labels.kinds.${one}`))];
  const more = labels.length - LABELS_SHOWN_MAX;
  return (
    <Card withBorder padding="md" component="section" aria-label={title}>
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Group gap="xs" wrap="nowrap" miw={0}>
            <ColorSwatch color={color} size={16} aria-hidden />
            <Title order={2} size="h5" className="content-text" dir="auto">
              {title}
            </Title>
          </Group>
          <Group gap={4} wrap="nowrap">
            <Button size="compact-sm" variant="subtle" aria-label={t('editOf', { name: title })} onClick={onEdit}>
              {t('edit')}
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              aria-label={t('deleteOf', { name: title })}
              onClick={onDelete}
            >
              {t('delete')}
            </Button>
          </Group>
        </Group>
        <Text size="sm" c="dimmed">
          {facts.join(' · ')}
        </Text>
        <Group gap={6}>
          {labels.slice(0, LABELS_SHOWN_MAX).map((label) => {
            const count = counts.get(`${id} / ${label.title}`);
            return (
              <Badge key={label.title} variant="default" tt="none" maw="100%" title={label.text ?? undefined}>
                <bdi>{label.title}</bdi>
                {count !== undefined && ` · ${numberText(count, i18n.language)}`}
              </Badge>
            );
          })}
          {more > 0 && <Text size="sm">{t('labels.more', { count: more })}</Text>}
        </Group>
      </Stack>
    </Card>
  );
}

interface DeleteLabelSetProps {
  readonly kbid: string;
  readonly id: string;
  readonly title: string;
  readonly onClose: () => void;
}

function DeleteLabelSet({ kbid, id, title, onClose }: DeleteLabelSetProps) {
  const { t } = useTranslation('search-settings');
  const { mutate, isPending, error } = useDeleteLabelset(kbid);
  const onSuccess = () => {
    notify(t('deleted'));
    onClose();
  };
  return (
    <ConfirmByName
      opened
      onClose={onClose}
      title={t('deleteOf', { name: title })}
      name={title}
      action={t('delete')}
      onConfirm={() => mutate(id, { onSuccess })}
      isPending={isPending}
      error={error}
    >
      {t('labels.deleteText')}
    </ConfirmByName>
  );
}
