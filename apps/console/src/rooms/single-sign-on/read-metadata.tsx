import { Alert, Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { FileCodeIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ProviderFacts, providerFacts } from './saml-document';

/** Metadata of an identity provider are a few kilobytes; federations have documents of many. */
const FILE_BYTES_MAX = 1_000_000;

/** Fills the form from the file that identity providers offer. */
export function ReadMetadata({ onFacts }: { readonly onFacts: (facts: ProviderFacts) => void }) {
  const { t } = useTranslation('single-sign-on');
  const [outcome, setOutcome] = useState<'read' | 'unreadable'>();
  const read = async (file: File | null) => {
    if (!file) return;
    const facts = file.size > FILE_BYTES_MAX ? undefined : providerFacts(await file.text());
    if (facts) onFacts(facts);
    setOutcome(facts ? 'read' : 'unreadable');
  };
  return (
    <Stack gap="xs">
      <Group>
        <FileButton
          accept=".xml,application/xml,text/xml,application/samlmetadata+xml"
          onChange={(file) => void read(file)}
          inputProps={{ 'aria-label': t('read.choose') }}
        >
          {(props) => (
            <Button {...props} variant="default" leftSection={<FileCodeIcon size={16} aria-hidden />}>
              {t('read.choose')}
            </Button>
          )}
        </FileButton>
        <Text size="sm" role="status">
          {outcome === 'read' && t('read.done')}
        </Text>
      </Group>
      {outcome === 'unreadable' && <Alert color="red" role="alert" title={t('read.unreadable')} />}
    </Stack>
  );
}
