import {
  Alert,
  Checkbox,
  ColorSwatch,
  Group,
  Modal,
  NativeSelect,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { Labelset, LabelsetKind } from '@lectern/contracts/knowledge-box';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormEnd } from '../../parts/form-end';
import { notify } from '../../parts/notify';
import { labelLines, labelsetIdOf, labelsNoLongerOffered, labelsOfLines } from './label-lines';
import { useSaveLabelset } from './search-settings-queries';

const TITLE_CHARS_MAX = 1_000;
const LINES_CHARS_MAX = 400_000;
const colors = ['blue', 'teal', 'green', 'lime', 'gold', 'orange', 'red', 'deeppink', 'purple', 'gray'] as const;
const kinds = ['RESOURCES', 'PARAGRAPHS', 'SENTENCES', 'SELECTIONS'] as const;
type Color = (typeof colors)[number];

interface LabelSetDialogProps {
  readonly kbid: string;
  /** Undefined: a new one. */
  readonly id: string | undefined;
  readonly set: Labelset | undefined;
  /** Ids that are taken. */
  readonly ids: readonly string[];
  readonly onClose: () => void;
}

/** A dialog that makes or changes a label set. */
export function LabelSetDialog(props: LabelSetDialogProps) {
  const { t } = useTranslation(['search-settings', 'shell']);
  const { set, onClose } = props;
  const title = set ? t('editOf', { name: set.title }) : t('labels.new');
  return (
    <Modal opened onClose={onClose} title={title} size="lg" closeButtonProps={{ 'aria-label': t('shell:close') }}>
      <LabelSetForm {...props} />
    </Modal>
  );
}

function LabelSetForm({ kbid, id, set, ids, onClose }: LabelSetDialogProps) {
  const { t } = useTranslation('search-settings');
  const [title, setTitle] = useState(set?.title ?? '');
  const [color, setColor] = useState(set?.color ?? colors[0]);
  const [isMultiple, setMultiple] = useState(set?.multiple ?? true);
  const [chosen, setChosen] = useState<readonly LabelsetKind[]>(set?.kind ?? ['RESOURCES']);
  const [lines, setLines] = useState(() => labelLines(set?.labels ?? []));
  const { mutate, isPending, error } = useSaveLabelset(kbid);
  const newId = id ?? labelsetIdOf(title);
  const isTaken = id === undefined && ids.includes(newId);
  const gone = labelsNoLongerOffered(lines, set?.labels ?? []);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isPending || isTaken || newId === '' || chosen.length === 0) return;
    const labels = labelsOfLines(lines, set?.labels ?? []);
    const body = { id: newId, title: title.trim(), color, multiple: isMultiple, kind: [...chosen], labels };
    const onSuccess = () => {
      notify(t('saved'));
      onClose();
    };
    mutate(body, { onSuccess });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t('labels.title')}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
          error={isTaken && t('labels.taken')}
          maxLength={TITLE_CHARS_MAX}
          dir="auto"
          required
          data-autofocus
        />
        <Textarea
          label={t('labels.labels')}
          description={t('labels.labelsHint')}
          value={lines}
          onChange={(event) => setLines(event.currentTarget.value)}
          maxLength={LINES_CHARS_MAX}
          dir="auto"
          autosize
          minRows={4}
          maxRows={14}
        />
        {gone.length > 0 && (
          <Alert color="yellow" role="status">
            {t('labels.gone', { labels: gone.join(', ') })}
          </Alert>
        )}
        <ColorChoice color={color} onColor={setColor} />
        <Switch
          label={t('labels.multiple')}
          checked={isMultiple}
          onChange={(event) => setMultiple(event.currentTarget.checked)}
        />
        <Kinds chosen={chosen} onChosen={setChosen} />
        <FormEnd error={error} isBusy={isPending} onCancel={onClose}>
          {t('save')}
        </FormEnd>
      </Stack>
    </form>
  );
}

function isColor(value: string): value is Color {
  return colors.some((color) => color === value);
}

/** Programs may have given a set a color of their own, which stays in the list. */
function ColorChoice({ color, onColor }: { readonly color: string; readonly onColor: (color: string) => void }) {
  const { t } = useTranslation('search-settings');
  const names = isColor(color) ? colors : [color, ...colors];
  return (
    <Group align="flex-end" gap="xs">
      <NativeSelect
        label={t('labels.color')}
        data={names.map((value) => ({ value, label: isColor(value) ? t(`colors.${value}`) : value }))}
        value={color}
        onChange={(event) => onColor(event.currentTarget.value)}
        flex="0 1 14rem"
      />
      <ColorSwatch color={color} size={24} mb={6} aria-hidden />
    </Group>
  );
}

interface KindsProps {
  readonly chosen: readonly LabelsetKind[];
  readonly onChosen: (kinds: readonly LabelsetKind[]) => void;
}

function Kinds({ chosen, onChosen }: KindsProps) {
  const { t } = useTranslation('search-settings');
  return (
    <Checkbox.Group
      label={t('labels.kind')}
      value={[...chosen]}
      onChange={(values) => onChosen(kinds.filter((kind) => values.includes(kind)))}
      error={chosen.length === 0 && t('labels.kindNeeded')}
    >
      <Group gap="md" mt={6}>
        {kinds.map((kind) => (
          <Checkbox key={kind} value={kind} label={t(`labels.kinds.${kind}`)} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}
