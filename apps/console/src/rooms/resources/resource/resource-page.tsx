import { Button, Grid, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { EyeClosedIcon, EyeIcon, FileCodeIcon, PencilIcon, SyncIcon, TrashIcon } from '@primer/octicons-react';
import { letterOfFieldType, type Resource } from '@lectern/contracts/knowledge-box';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { queries } from '../../../api/queries';
import type { Change } from '../../../data/change-stream';
import { useBox } from '../../../data/boxes';
import { useChanges } from '../../../data/changes';
import { BusyButton } from '../../../parts/busy-button';
import { FailureNotice } from '../../../parts/failure-notice';
import { fileNameBeside } from '../../../parts/file-name';
import { Loading } from '../../../parts/loaded';
import { Page } from '../../../parts/page';
import { type PassagePlace, passagePlace } from '../../../parts/passage/passage-id';
import { Deletion } from '../bulk-bar';
import { StatusBadge } from '../status-badge';
import { Details } from './details';
import { DetailsForm } from './details-form';
import { ErrorsPanel } from './errors-panel';
import { FieldPanel } from './field-panel';
import { errorsOf, fieldsOf, openedField } from './fields';
import { JsonView } from './json-view';
import { resourceKey, resourceQuery } from './resource-query';
import { useResourceActions } from './use-resource-actions';
import './resource.css';

const route = getRouteApi('/signed-in/boxes/$kbid/resources/$rid');

/** A resource: its content and its metadata. */
export function ResourcePage() {
  const { t } = useTranslation('resource');
  const { kbid, rid } = route.useParams();
  const { data, error, refetch } = useQuery(resourceQuery(kbid, rid));
  const isOfThis = useCallback((change: Change) => change.kind === 'missed' || change.rid === rid, [rid]);
  const refresh = useCallback(() => {
    void queries.invalidateQueries({ queryKey: resourceKey(kbid, rid) });
  }, [kbid, rid]);
  useChanges(kbid, isOfThis, refresh);
  if (data) return <OpenResource key={rid} kbid={kbid} resource={data} />;
  if (!error) return <Loading />;
  return (
    <Page title={t('title')}>
      <FailureNotice error={error} onRetry={() => void refetch()} />
    </Page>
  );
}

interface OpenResourceProps {
  readonly kbid: string;
  readonly resource: Resource;
}

function OpenResource({ kbid, resource }: OpenResourceProps) {
  const { t } = useTranslation('resource');
  const { field: fieldName, paragraph } = route.useSearch();
  const navigate = route.useNavigate();
  const { reprocess, hide, remove } = useResourceActions(kbid, resource.id);
  const fields = fieldsOf(resource.data);
  const place = paragraph === undefined ? undefined : passagePlace(paragraph);
  const field = openedField(fields, nameOf(place), fieldName);
  const failure = reprocess.error ?? hide.error ?? remove.error;
  return (
    <Page
      title={resource.title || resource.id}
      description={<FileName resource={resource} />}
      actions={<Actions kbid={kbid} resource={resource} actions={{ reprocess, hide, remove }} />}
    >
      <Group gap="xs">
        <StatusBadge resource={resource} />
        {resource.hidden && <Text size="sm">{t('hidden')}</Text>}
      </Group>
      {failure && <FailureNotice error={failure} />}
      <ErrorsPanel
        kbid={kbid}
        rid={resource.id}
        errors={errorsOf(fields)}
        onReprocess={() => reprocess.mutate()}
        isPending={reprocess.isPending}
      />
      {resource.summary && (
        <Text dir="auto" className="content-text">
          {resource.summary}
        </Text>
      )}
      <Grid>
        <Grid.Col span={{ base: 12, md: 8, lg: 9 }}>
          {field ? (
            <FieldPanel
              kbid={kbid}
              rid={resource.id}
              fields={fields}
              field={field}
              place={nameOf(place) === field.name ? place : undefined}
              onField={(name) => void navigate({ search: { field: name }, replace: true })}
            />
          ) : (
            <Text c="dimmed">{t('noFields')}</Text>
          )}
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4, lg: 3 }}>
          <Details kbid={kbid} resource={resource} />
        </Grid.Col>
      </Grid>
    </Page>
  );
}

function FileName({ resource: { title = '', origin } }: Pick<OpenResourceProps, 'resource'>) {
  const { t } = useTranslation('resource');
  const name = fileNameBeside(title, origin?.filename);
  if (name === undefined) return null;
  return (
    <bdi className="content-text" title={t('origin.filename')}>
      {name}
    </bdi>
  );
}

function nameOf(place: PassagePlace | undefined): string | undefined {
  return place && `${letterOfFieldType[place.fieldType]}/${place.fieldId}`;
}

interface ActionsProps extends OpenResourceProps {
  readonly actions: ReturnType<typeof useResourceActions>;
}

function Actions({ kbid, resource, actions: { reprocess, hide, remove } }: ActionsProps) {
  const { t } = useTranslation('resource');
  const { data: box } = useBox(kbid);
  const [isJsonOpen, json] = useDisclosure();
  const [isEditing, editing] = useDisclosure();
  const [isDeleting, deletion] = useDisclosure();
  const button = { size: 'xs', variant: 'default' } as const;
  const HideMark = resource.hidden ? EyeIcon : EyeClosedIcon;
  return (
    <Group gap="xs">
      <Button {...button} leftSection={<PencilIcon size={16} aria-hidden />} onClick={editing.open}>
        {t('edit.button')}
      </Button>
      <BusyButton
        {...button}
        leftSection={<SyncIcon size={16} aria-hidden />}
        isBusy={reprocess.isPending}
        onClick={() => reprocess.mutate()}
      >
        {t('reprocess')}
      </BusyButton>
      {box?.hidden_resources_enabled && (
        <BusyButton
          {...button}
          leftSection={<HideMark size={16} aria-hidden />}
          isBusy={hide.isPending}
          onClick={() => hide.mutate(!resource.hidden)}
        >
          {t(resource.hidden ? 'show' : 'hide')}
        </BusyButton>
      )}
      <Button {...button} leftSection={<FileCodeIcon size={16} aria-hidden />} onClick={json.open}>
        JSON
      </Button>
      <BusyButton
        size="xs"
        color="red"
        variant="outline"
        leftSection={<TrashIcon size={16} aria-hidden />}
        isBusy={remove.isPending}
        onClick={deletion.open}
      >
        {t('delete')}
      </BusyButton>
      <DetailsForm kbid={kbid} resource={resource} opened={isEditing} onClose={editing.close} />
      <JsonView resource={resource} opened={isJsonOpen} onClose={json.close} />
      <Deletion
        count={1}
        opened={isDeleting}
        onClose={deletion.close}
        onConfirm={() => {
          deletion.close();
          remove.mutate();
        }}
      />
    </Group>
  );
}
