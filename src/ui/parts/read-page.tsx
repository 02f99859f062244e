import { useEffect, useState, type ComponentType } from 'react';
import { Loading } from './loading.tsx';

type Read<Props> = { readonly Page: ComponentType<Props> } | { readonly error: unknown };

/**
 * A page whose file is read when it is first shown. It says by itself that it comes: what follows a fallback of `Suspense`,
 * as of `lazy`, React shows 300 ms after that at the earliest.
 */
export function readPage<Name extends string, Props extends object>(
  read: () => Promise<{ readonly [N in Name]: ComponentType<Props> }>,
  name: Name,
): ComponentType<Props> {
  let held: Read<Props> | null = null;
  return function ReadPage(props: Props) {
    const [shown, show] = useState(held);
    useEffect(() => {
      if (shown !== null) return undefined;
      let wanted = true;
      const come = (file: Read<Props>) => {
        if (wanted) show(file);
      };
      read().then(
        (file) => come((held = { Page: file[name] })),
        (error: unknown) => come({ error }),
      );
      return () => {
        wanted = false;
      };
    }, [shown]);
    if (shown === null) return <Loading />;
    if ('error' in shown) throw shown.error;
    return <shown.Page {...props} />;
  };
}
