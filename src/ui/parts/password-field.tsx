import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Field, type FieldProps } from './field.tsx';

/** A password that can be looked at, and that says when Caps Lock is on. */
export function PasswordField({ hint, ...props }: Omit<FieldProps, 'type' | 'beside'>) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="off"
      spellCheck={false}
      hint={capsLock ? t('capsLock') : hint}
      onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
      beside={
        <Button
          icon={shown ? <EyeOff /> : <Eye />}
          aria-label={shown ? t('hidePassword') : t('showPassword')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
