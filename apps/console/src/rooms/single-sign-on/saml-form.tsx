import { Group, NativeSelect, Stack, Textarea, TextInput, Title } from '@mantine/core';
import { authnContexts, type SamlConfiguration } from '@lectern/contracts/accounts';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../parts/busy-button';
import { FailureNotice } from '../../parts/failure-notice';
import { notify } from '../../parts/notify';
import { ReadMetadata } from './read-metadata';
import { useSaveSaml } from './single-sign-on';

/** Of a hundred domains. */
const DOMAINS_CHARS_MAX = 25_500;
const URL_CHARS_MAX = 2_048;
const NAME_CHARS_MAX = 1_024;
const CERTIFICATE_CHARS_MAX = 40_000;
const NONE: SamlConfiguration = { domains: [], sso_url: '', entity_id: '', x509_cert: '', authn_context: 'exact' };

interface SamlFormProps {
  readonly account: string;
  /** The present identity provider. */
  readonly saml: SamlConfiguration | null;
}

/** The identity provider, read from its metadata or typed. */
export function SamlForm({ account, saml }: SamlFormProps) {
  const { t } = useTranslation('single-sign-on');
  const [draft, setDraft] = useState<SamlConfiguration>(saml ?? NONE);
  const { mutate, isPending, error } = useSaveSaml(account);
  const [domains, setDomains] = useState(() => draft.domains.join(', '));
  const change = (part: Partial<SamlConfiguration>) => setDraft((before) => ({ ...before, ...part }));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isPending) mutate({ ...draft, domains: domainsIn(domains) }, { onSuccess: () => notify(t('saved')) });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Title order={2} size="h4">
          {t('provider.title')}
        </Title>
        <ReadMetadata onFacts={change} />
        <TextInput
          label={t('provider.domains')}
          description={t('provider.domainsHint')}
          value={domains}
          onChange={(event) => setDomains(event.currentTarget.value)}
          maxLength={DOMAINS_CHARS_MAX}
          required
        />
        <ProviderFields draft={draft} change={change} />
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

function domainsIn(text: string): readonly string[] {
  return text.split(/[\s,;]+/).filter((domain) => domain !== '');
}

interface ProviderFieldsProps {
  readonly draft: SamlConfiguration;
  readonly change: (part: Partial<SamlConfiguration>) => void;
}

function ProviderFields({ draft, change }: ProviderFieldsProps) {
  const { t } = useTranslation('single-sign-on');
  return (
    <>
      <TextInput
        type="url"
        label={t('provider.ssoUrl')}
        value={draft.sso_url}
        onChange={(event) => change({ sso_url: event.currentTarget.value })}
        maxLength={URL_CHARS_MAX}
        required
      />
      <TextInput
        label={t('provider.entityId')}
        description={t('provider.entityIdHint')}
        value={draft.entity_id}
        onChange={(event) => change({ entity_id: event.currentTarget.value })}
        maxLength={NAME_CHARS_MAX}
        required
      />
      <Textarea
        label={t('provider.certificate')}
        description={t('provider.certificateHint')}
        value={draft.x509_cert}
        onChange={(event) => change({ x509_cert: event.currentTarget.value })}
        maxLength={CERTIFICATE_CHARS_MAX}
        className="secret"
        autosize
        minRows={4}
        maxRows={12}
        required
      />
      <TextInput
        label={t('provider.groups')}
        description={t('provider.groupsHint')}
        value={draft.groups_attribute ?? ''}
        onChange={(event) => change({ groups_attribute: event.currentTarget.value || null })}
        maxLength={NAME_CHARS_MAX}
      />
      <NativeSelect
        label={t('provider.context')}
        description={t('provider.contextHint')}
        data={authnContexts.map((value) => ({ value, label: t(`contexts.${value}`) }))}
        value={draft.authn_context}
        onChange={(event) => {
          const chosen = authnContexts.find((one) => one === event.currentTarget.value);
          if (chosen) change({ authn_context: chosen });
        }}
      />
    </>
  );
}
