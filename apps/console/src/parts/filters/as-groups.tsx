import { Alert, Button, Group, Popover, Stack, Textarea } from '@mantine/core';
import { PeopleIcon } from '@primer/octicons-react';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { groupNames } from '../group-names';
import type { Filters } from './filters';

const GROUPS_CHARS_MAX = 5_000;

interface AsGroupsProps {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}

/** Shows what members of some groups find; a banner says so as long as that is the case. */
export function AsGroups({ filters, onChange }: AsGroupsProps) {
  const { t } = useTranslation('filters');
  const { groups = [], ...others } = filters;
  if (groups.length === 0) return <ChooseGroups onGroups={(chosen) => onChange({ ...others, groups: chosen })} />;
  return (
    <Alert color="yellow" role="status" icon={<PeopleIcon size={20} aria-hidden />}>
      <Group justify="space-between" gap="xs">
        <span className="content-text">{t('asGroups.banner', { groups: groups.join(', ') })}</span>
        <Button size="compact-sm" variant="default" onClick={() => onChange(others)}>
          {t('asGroups.end')}
        </Button>
      </Group>
    </Alert>
  );
}

function ChooseGroups({ onGroups }: { readonly onGroups: (groups: readonly string[]) => void }) {
  const { t } = useTranslation('filters');
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const names = groupNames(text);
    if (names.length === 0) return;
    setOpen(false);
    onGroups(names);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={300} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<PeopleIcon size={16} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          {t('asGroups.open')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('asGroups.open')}>
        <form onSubmit={submit}>
          <Stack gap="xs">
            <Textarea
              label={t('asGroups.names')}
              description={t('asGroups.hint')}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              maxLength={GROUPS_CHARS_MAX}
              autosize
              minRows={2}
              maxRows={6}
              data-autofocus
            />
            <Button type="submit" size="xs" disabled={groupNames(text).length === 0}>
              {t('asGroups.begin')}
            </Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
