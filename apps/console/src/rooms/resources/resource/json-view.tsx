import { Modal } from '@mantine/core';
import type { Resource } from '@lectern/contracts/knowledge-box';
import { useTranslation } from 'react-i18next';

interface JsonViewProps {
  readonly resource: Resource;
  readonly opened: boolean;
  readonly onClose: () => void;
}

const CHARS_MAX = 500_000;

/** The resource as the interface returns it. */
export function JsonView({ resource, opened, onClose }: JsonViewProps) {
  const { t } = useTranslation('resource');
  const { t: shell } = useTranslation();
  return (
    <Modal opened={opened} onClose={onClose} title="JSON" size="xl" closeButtonProps={{ 'aria-label': shell('close') }}>
      <pre className="wide plain-text" tabIndex={0} aria-label={t('json')} role="group">
        {opened && JSON.stringify(resource, undefined, 2).slice(0, CHARS_MAX)}
      </pre>
    </Modal>
  );
}
