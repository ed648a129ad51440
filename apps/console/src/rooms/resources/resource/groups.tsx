import { Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { PeopleIcon } from '@primer/octicons-react';
import { modifyResource, type Resource } from '@lectern/contracts/knowledge-box';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client';
import { queries } from '../../../api/queries';
import { FailureNotice } from '../../../parts/failure-notice';
import { notify } from '../../../parts/notify';
import { GroupsForm } from '../groups-form';
import { resourceKey } from './resource-query';

interface GroupsProps {
  readonly kbid: string;
  readonly resource: Resource;
}

/** Groups that may find a resource, and the way to change them. */
export function Groups({ kbid, resource }: GroupsProps) {
  const { t } = useTranslation('resource');
  const [opened, { open, close }] = useDisclosure();
  const groups = resource.security?.access_groups ?? [];
  const { mutate, isPending, error } = useMutation({
    mutationFn: (access_groups: readonly string[]) => {
      const body = { security: { access_groups: [...access_groups] } };
      return api.call(modifyResource, { params: { kbid, rid: resource.id }, body });
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: resourceKey(kbid, resource.id) });
      notify(t('groups.saved'));
    },
  });
  return (
    <Stack gap={4} align="flex-start">
      <span>{groups.length === 0 ? t('details.public') : groups.join(', ')}</span>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<PeopleIcon size={14} aria-hidden />}
        onClick={open}
        aria-busy={isPending}
      >
        {t('groups.change')}
      </Button>
      {error && <FailureNotice error={error} />}
      <GroupsForm
        groups={groups}
        opened={opened}
        onClose={close}
        onGroups={(next) => {
          close();
          if (!isPending) mutate(next);
        }}
      />
    </Stack>
  );
}
