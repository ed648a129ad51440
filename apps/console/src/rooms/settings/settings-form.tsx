import { Group, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import {
  DESCRIPTION_CHARS_MAX,
  type KnowledgeBoxRecord,
  modifyAccountKnowledgeBox,
  TITLE_CHARS_MAX,
} from '@lectern/contracts/knowledge-box';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { queries } from '../../api/queries';
import { boxesQuery, boxQuery } from '../../data/boxes';
import { BusyButton } from '../../parts/busy-button';
import { FailureNotice } from '../../parts/failure-notice';
import { notify } from '../../parts/notify';

const switches = [
  { member: 'enforce_security', text: 'enforceSecurity', hint: 'enforceSecurityHint' },
  { member: 'hidden_resources_enabled', text: 'hidden', hint: 'hiddenHint' },
  { member: 'hidden_resources_hide_on_creation', text: 'hideNew' },
] as const;

type Draft = Pick<KnowledgeBoxRecord, 'title' | 'slug' | 'state' | (typeof switches)[number]['member']> & {
  readonly description: string;
};

function draftOf(box: KnowledgeBoxRecord): Draft {
  const { title, slug, state, description } = box;
  const { enforce_security, hidden_resources_enabled, hidden_resources_hide_on_creation } = box;
  const access = { enforce_security, hidden_resources_enabled, hidden_resources_hide_on_creation };
  return { title, slug, state, description: description ?? '', ...access };
}

/** Hidden resources have to be possible before new ones can be hidden. */
function bodyOf(draft: Draft) {
  const hides = draft.hidden_resources_enabled && draft.hidden_resources_hide_on_creation;
  return { ...draft, hidden_resources_hide_on_creation: hides };
}

function useSave({ id: kbid, account_id: account }: KnowledgeBoxRecord) {
  const { t } = useTranslation('settings');
  return useMutation({
    mutationFn: (draft: Draft) =>
      api.call(modifyAccountKnowledgeBox, { params: { account, kbid }, body: bodyOf(draft) }),
    onSuccess: async () => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: boxQuery(kbid).queryKey, exact: true }),
        queries.invalidateQueries({ queryKey: boxesQuery(account).queryKey }),
      ]);
      notify(t('saved'));
    },
  });
}

interface FieldsProps {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
}

function Names({ draft, change }: FieldsProps) {
  const { t } = useTranslation('settings');
  return (
    <>
      <TextInput
        label={t('name')}
        value={draft.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
        maxLength={TITLE_CHARS_MAX}
        dir="auto"
        required
      />
      <TextInput
        label={t('slug')}
        value={draft.slug}
        onChange={(event) => change({ slug: event.currentTarget.value })}
        pattern="[a-z0-9:_\-]{1,250}"
        required
      />
      <Textarea
        label={t('description')}
        value={draft.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
        maxLength={DESCRIPTION_CHARS_MAX}
        dir="auto"
        autosize
        minRows={2}
        maxRows={12}
      />
    </>
  );
}

function Switches({ draft, change }: FieldsProps) {
  const { t } = useTranslation('settings');
  return (
    <>
      <Switch
        label={t('published')}
        // Its element of a label has the hint, too.
        aria-label={t('published')}
        description={t('publishedHint')}
        checked={draft.state === 'PUBLISHED'}
        onChange={(event) => change({ state: event.currentTarget.checked ? 'PUBLISHED' : 'PRIVATE' })}
      />
      {switches.map(({ member, text, ...rest }) => (
        <Switch
          key={member}
          label={t(text)}
          aria-label={t(text)}
          description={'hint' in rest ? t(rest.hint) : undefined}
          disabled={member === 'hidden_resources_hide_on_creation' && !draft.hidden_resources_enabled}
          checked={draft[member]}
          onChange={(event) => change({ [member]: event.currentTarget.checked })}
        />
      ))}
    </>
  );
}

/** Begins with what the box has; its key is the id of the box. */
export function SettingsForm({ box }: { readonly box: KnowledgeBoxRecord }) {
  const { t } = useTranslation('settings');
  const [draft, setDraft] = useState(() => draftOf(box));
  const { mutate, isPending, error } = useSave(box);
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isPending) mutate(draft);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Names draft={draft} change={change} />
        <Switches draft={draft} change={change} />
        <Text size="sm" c="dimmed">
          {t('id')}: <code>{box.id}</code>
        </Text>
        {error && <FailureNotice error={error} />}
        <Group>
          <BusyButton type="submit" isBusy={isPending}>
            {t('save')}
          </BusyButton>
        </Group>
      </Stack>
    </form>
  );
}
