import { Button, Group, Modal, Paper, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { EyeClosedIcon, EyeIcon, PencilIcon, PeopleIcon, SyncIcon, TagIcon, TrashIcon } from '@primer/octicons-react';
import type { Resource } from '@lectern/contracts/knowledge-box';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queries } from '../../api/queries';
import { FailureNotice } from '../../parts/failure-notice';
import { notify } from '../../parts/notify';
import { apply, type BulkAction, type BulkFailure, forEach } from './bulk';
import { BulkDetailsForm } from './bulk-details-form';
import { GroupsForm } from './groups-form';
import { LabelForm } from './label-form';
import { listKey } from './resources-query';

interface BulkBarProps {
  readonly kbid: string;
  /** The selected ones. */
  readonly resources: readonly Resource[];
  /** Whether the box lets resources be hidden. */
  readonly mayHide: boolean;
  readonly onDone: () => void;
}

function useBulk({ kbid, resources, onDone }: BulkBarProps) {
  const { t } = useTranslation('resources');
  return useMutation({
    mutationFn: (action: BulkAction): Promise<BulkFailure[]> => {
      const byId = new Map(resources.map((resource) => [resource.id, resource]));
      return forEach([...byId.keys()], (rid) => apply(kbid, byId.get(rid) ?? { id: rid }, action));
    },
    onSuccess: async (failures) => {
      notify(t('bulk.done', { count: resources.length - failures.length }));
      if (failures.length === 0) onDone();
      await queries.invalidateQueries({ queryKey: listKey(kbid) });
    },
  });
}

/** Not disabled while something is done: that would take the focus away. */
const buttonOf = (isBusy: boolean) =>
  ({ size: 'xs', variant: 'default', 'aria-disabled': isBusy, 'data-disabled': isBusy || undefined }) as const;

interface ActionsProps {
  readonly isPending: boolean;
  readonly mayHide: boolean;
  readonly onAction: (action: BulkAction) => void;
  readonly onDelete: () => void;
}

function Actions({ isPending, mayHide, onAction, onDelete }: ActionsProps) {
  const { t } = useTranslation('resources');
  const button = buttonOf(isPending);
  return (
    <>
      {mayHide && (
        <>
          <Button
            {...button}
            leftSection={<EyeClosedIcon size={16} aria-hidden />}
            onClick={() => onAction({ kind: 'hide' })}
          >
            {t('bulk.hide')}
          </Button>
          <Button
            {...button}
            leftSection={<EyeIcon size={16} aria-hidden />}
            onClick={() => onAction({ kind: 'show' })}
          >
            {t('bulk.show')}
          </Button>
        </>
      )}
      <Button
        {...button}
        leftSection={<SyncIcon size={16} aria-hidden />}
        onClick={() => onAction({ kind: 'reprocess' })}
      >
        {t('bulk.reprocess')}
      </Button>
      <Button
        {...button}
        color="red"
        variant="outline"
        leftSection={<TrashIcon size={16} aria-hidden />}
        onClick={onDelete}
      >
        {t('bulk.delete')}
      </Button>
    </>
  );
}

/** Actions on the selected resources. */
export function BulkBar(props: BulkBarProps) {
  const { kbid, resources, mayHide, onDone } = props;
  const { t } = useTranslation('resources');
  const [isDeleting, deletion] = useDisclosure();
  const [isLabelling, labelling] = useDisclosure();
  const [isGrouping, grouping] = useDisclosure();
  const [isEditing, editing] = useDisclosure();
  const { mutate, isPending, data: failures = [] } = useBulk(props);
  const act = (action: BulkAction) => {
    if (!isPending) mutate(action);
  };
  const button = buttonOf(isPending);
  const [failure] = failures;
  return (
    <Paper withBorder p="xs" role="region" aria-label={t('bulk.label')}>
      <Group gap="xs">
        <Text size="sm" role="status">
          {t('bulk.selected', { count: resources.length })}
        </Text>
        <Button {...button} leftSection={<TagIcon size={16} aria-hidden />} onClick={labelling.open}>
          {t('bulk.tag')}
        </Button>
        <Button {...button} leftSection={<PeopleIcon size={16} aria-hidden />} onClick={grouping.open}>
          {t('groups.title')}
        </Button>
        <Button {...button} leftSection={<PencilIcon size={16} aria-hidden />} onClick={editing.open}>
          {t('bulk.edit')}
        </Button>
        <Actions isPending={isPending} mayHide={mayHide} onAction={act} onDelete={deletion.open} />
        <Button size="xs" variant="subtle" onClick={onDone}>
          {t('bulk.none')}
        </Button>
      </Group>
      {failure && <FailureNotice title={t('bulk.failed', { count: failures.length })} error={failure.error} />}
      <Deletion
        count={resources.length}
        opened={isDeleting}
        onClose={deletion.close}
        onConfirm={() => {
          deletion.close();
          act({ kind: 'delete' });
        }}
      />
      <GroupsForm
        groups={[]}
        opened={isGrouping}
        onClose={grouping.close}
        onGroups={(groups) => {
          grouping.close();
          act({ kind: 'groups', groups });
        }}
      />
      <BulkDetailsForm
        count={resources.length}
        opened={isEditing}
        onClose={editing.close}
        onDetails={(details) => {
          editing.close();
          act({ kind: 'details', details });
        }}
      />
      <LabelForm
        kbid={kbid}
        opened={isLabelling}
        onClose={labelling.close}
        onLabel={(label) => {
          labelling.close();
          act({ kind: 'label', ...label });
        }}
      />
    </Paper>
  );
}

interface DeletionProps {
  readonly count: number;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Asks before resources are deleted. */
export function Deletion({ count, opened, onClose, onConfirm }: DeletionProps) {
  const { t } = useTranslation('resources');
  const { t: shell } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('delete.title', { count })}
      closeButtonProps={{ 'aria-label': shell('close') }}
    >
      <Stack>
        <Text>{t('delete.text')}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {shell('cancel')}
          </Button>
          <Button color="red" onClick={onConfirm}>
            {t('delete.confirm')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
