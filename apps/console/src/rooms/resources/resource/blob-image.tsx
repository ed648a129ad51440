import { Image, type ImageProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { read } from '../../../parts/download';

interface BlobImageProps extends Omit<ImageProps, 'src'> {
  /** Below the interface. */
  readonly url: string;
  readonly alt: string;
}

/** A picture of a box, which is fetched with the session; nothing while it is fetched, and when that fails. */
export function BlobImage({ url, alt, ...props }: BlobImageProps) {
  const [source, setSource] = useState<string>();
  useEffect(() => {
    const abort = new AbortController();
    let address: string | undefined;
    read(url, abort.signal)
      .then((answer) => answer.blob())
      .then((blob) => {
        if (abort.signal.aborted) return;
        address = URL.createObjectURL(blob);
        setSource(address);
      })
      .catch(() => undefined);
    return () => {
      abort.abort();
      if (address !== undefined) URL.revokeObjectURL(address);
      setSource(undefined);
    };
  }, [url]);
  return source === undefined ? null : <Image {...props} src={source} alt={alt} />;
}
