import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { DownloadIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CopyText } from '../../parts/copy-text';
import { Loaded } from '../../parts/loaded';
import { serviceFacts } from './saml-document';
import { metadataQuery } from './single-sign-on';

/** What the identity provider has to know of this service, to copy. */
export function ServiceNames({ account }: { readonly account: string }) {
  const { t } = useTranslation('single-sign-on');
  const query = useQuery(metadataQuery(account));
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {t('service.title')}
      </Title>
      <Text size="sm">{t('service.text')}</Text>
      <Loaded query={query}>{(xml) => <Names xml={xml} />}</Loaded>
    </Stack>
  );
}

function Names({ xml }: { readonly xml: string }) {
  const { t } = useTranslation('single-sign-on');
  const facts = serviceFacts(xml);
  const save = () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([xml], { type: 'application/samlmetadata+xml' }));
    link.download = 'lectern-saml-metadata.xml';
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <Stack gap="sm">
      {facts && <Name label={t('service.entityId')} value={facts.entityId} />}
      {facts && <Name label={t('service.consumer')} value={facts.consumer} />}
      <Group>
        <Button variant="default" leftSection={<DownloadIcon size={16} aria-hidden />} onClick={save}>
          {t('service.download')}
        </Button>
        <CopyText text={xml} label={t('service.copy')} />
      </Group>
    </Stack>
  );
}

function Name({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <Group align="flex-end" gap="xs">
      <TextInput label={label} value={value} readOnly flex="1 1 16rem" />
      <CopyText text={value} />
    </Group>
  );
}
