import { Text, type TextProps } from '@mantine/core';

interface OneLineProps extends TextProps {
  readonly children: string;
}

/** A name that people gave, in its own direction; what does not fit is cut and stands in the title. */
export function OneLine({ children, ...props }: OneLineProps) {
  return (
    <Text {...props} component="span" className="one-line" dir="auto" title={children}>
      {children}
    </Text>
  );
}
