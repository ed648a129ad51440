import { Flex, NativeSelect, Stack, TextInput } from '@mantine/core';
import type { SearchConfiguration, SearchConfigurations } from '@lectern/contracts/knowledge-box';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SideBySide } from '../../parts/comparison/side-by-side';
import { FormEnd } from '../../parts/form-end';
import { notify } from '../../parts/notify';
import { Section } from '../../parts/section';
import { configOf, draftOfConfiguration, newDraft, trialMembers } from './configuration-draft';
import { ConfigurationFields } from './configuration-fields';
import { useSaveConfiguration } from './search-settings-queries';

interface ConfigurationEditorProps {
  readonly kbid: string;
  readonly configurations: SearchConfigurations;
  /** Undefined: a new one. */
  readonly name: string | undefined;
  readonly onClose: () => void;
}

const NAME_CHARS_MAX = 250;

/** Changes a configuration beside a live search that shows what the change does. */
export function ConfigurationEditor({ kbid, configurations, name, onClose }: ConfigurationEditorProps) {
  const { t } = useTranslation('search-settings');
  const stored = name === undefined ? undefined : configurations[name];
  const [draft, setDraft] = useState(() => (stored ? draftOfConfiguration(stored) : newDraft));
  const [base, setBase] = useState(name ?? '');
  const config = configOf(draft);
  const before = configurations[base];
  return (
    <Flex gap="md" direction={{ base: 'column', lg: 'row' }} align={{ lg: 'flex-start' }}>
      <Section title={name ?? t('configurations.new')}>
        <EditorForm
          kbid={kbid}
          names={Object.keys(configurations)}
          name={name}
          value={{ kind: draft.kind, config }}
          onClose={onClose}
        >
          <ConfigurationFields
            kbid={kbid}
            draft={draft}
            isNew={name === undefined}
            change={(part) => setDraft((former) => ({ ...former, ...part }))}
          />
        </EditorForm>
      </Section>
      <Stack flex="1 1 0" miw={0} w="100%">
        <Section title={t('trial.title')}>
          <NativeSelect
            label={t('trial.base')}
            data={[
              { value: '', label: t('trial.defaults') },
              ...Object.keys(configurations).map((one) => ({ value: one, label: t('trial.stored', { name: one }) })),
            ]}
            value={base}
            onChange={(event) => setBase(event.currentTarget.value)}
          />
          <SideBySide
            kbid={kbid}
            before={{
              title: before ? t('trial.stored', { name: base }) : t('trial.defaults'),
              members: before ? trialMembers(before.config) : {},
            }}
            after={{ title: t('trial.draft'), members: trialMembers(config) }}
          />
        </Section>
      </Stack>
    </Flex>
  );
}

interface EditorFormProps {
  readonly kbid: string;
  /** Names that are taken. */
  readonly names: readonly string[];
  readonly name: string | undefined;
  readonly value: SearchConfiguration;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function EditorForm({ kbid, names, name, value, onClose, children }: EditorFormProps) {
  const { t } = useTranslation('search-settings');
  const [typed, setTyped] = useState('');
  const { mutate, isPending, error } = useSaveConfiguration(kbid);
  const isNew = name === undefined;
  const isTaken = isNew && names.includes(typed.trim());
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const onSuccess = () => {
      notify(t('saved'));
      onClose();
    };
    if (!isPending && !isTaken) mutate({ ...value, name: name ?? typed.trim(), isNew }, { onSuccess });
  };
  return (
    <form onSubmit={submit}>
      <Stack w={{ lg: '19rem' }}>
        {isNew && (
          <TextInput
            label={t('configurations.name')}
            description={t('configurations.nameHint')}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={isTaken && t('configurations.taken')}
            maxLength={NAME_CHARS_MAX}
            dir="auto"
            required
          />
        )}
        {children}
        <FormEnd error={error} isBusy={isPending} onCancel={onClose}>
          {t('save')}
        </FormEnd>
      </Stack>
    </form>
  );
}
