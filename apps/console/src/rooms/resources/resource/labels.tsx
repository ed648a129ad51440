import { ActionIcon, Badge, Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { PlusIcon, XIcon } from '@primer/octicons-react';
import { type Classification, modifyResource, type Resource } from '@lectern/contracts/knowledge-box';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client';
import { queries } from '../../../api/queries';
import { FailureNotice } from '../../../parts/failure-notice';
import { withLabel } from '../bulk';
import { LabelForm } from '../label-form';
import { resourceKey } from './resource-query';

interface LabelsProps {
  readonly kbid: string;
  readonly resource: Resource;
}

/** Labels of a resource, which can be given and taken away. */
export function Labels({ kbid, resource }: LabelsProps) {
  const { t } = useTranslation('resource');
  const [opened, { open, close }] = useDisclosure();
  const all = resource.usermetadata?.classifications ?? [];
  const { mutate, isPending, error } = useMutation({
    mutationFn: (classifications: readonly Classification[]) =>
      api.call(modifyResource, { params: { kbid, rid: resource.id }, body: { usermetadata: { classifications } } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: resourceKey(kbid, resource.id) }),
  });
  // The next change begins with what this one leaves. The buttons keep the focus until then.
  const change = (next: readonly Classification[]) => {
    if (!isPending) mutate(next);
  };
  return (
    <Group gap={6}>
      {all
        .filter((one) => !one.cancelled_by_user)
        .map((one) => (
          <LabelBadge
            key={`${one.labelset}/${one.label}`}
            label={one}
            onRemove={() => change(all.filter((other) => other !== one))}
          />
        ))}
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<PlusIcon size={14} aria-hidden />}
        onClick={open}
        aria-busy={isPending}
      >
        {t('labels.add')}
      </Button>
      {error && <FailureNotice error={error} />}
      <LabelForm
        kbid={kbid}
        opened={opened}
        onClose={close}
        onLabel={(label) => {
          close();
          change(withLabel(resource, label));
        }}
      />
    </Group>
  );
}

interface LabelBadgeProps {
  readonly label: Classification;
  readonly onRemove: () => void;
}

function LabelBadge({ label: { labelset, label }, onRemove }: LabelBadgeProps) {
  const { t } = useTranslation('resource');
  const name = `${labelset}: ${label}`;
  const remove = t('labels.remove', { name });
  return (
    <Badge
      variant="default"
      tt="none"
      size="lg"
      maw="100%"
      dir="auto"
      title={name}
      rightSection={
        <ActionIcon size="sm" variant="transparent" aria-label={remove} onClick={onRemove}>
          <XIcon size={14} aria-hidden />
        </ActionIcon>
      }
    >
      {name}
    </Badge>
  );
}
