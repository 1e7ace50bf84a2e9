import { type EmojiPickerListComponents, EmojiPicker as Picker } from 'frimousse';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isTouched } from '../../../shared/is-send-key.ts';
import classes from './emoji-picker.module.css';
import { useLeaving } from './use-leaving.ts';

type Props = { readonly onPick: (emoji: string) => void; readonly onClose: () => void };

const locales = new Map([
  ['pt-BR', 'pt'],
  ['en', 'en'],
  ['es', 'es'],
]);

/** Every emoji, to be searched by its name in the language of the page. Stays open until it is left. */
const EmojiPicker = ({ onPick, onClose }: Props) => {
  const { t, i18n } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  useLeaving(box, onClose);
  return (
    <div ref={box} className={classes.panel} role="dialog" aria-label={t('composer.emojis')}>
      <Picker.Root
        className={classes.root}
        columns={8}
        locale={locales.get(i18n.language) ?? 'pt'}
        emojibaseUrl={`${location.origin}/emoji`}
        onEmojiSelect={({ emoji }) => onPick(emoji)}
      >
        <div className={classes.top}>
          <Picker.Search
            className={classes.search}
            autoFocus={!isTouched()}
            placeholder={t('composer.searchEmoji')}
            aria-label={t('composer.searchEmoji')}
          />
          <Picker.SkinToneSelector className={classes.tone} aria-label={t('composer.skinTone')} />
        </div>
        <Picker.Viewport className={classes.viewport} tabIndex={0}>
          <Picker.Loading className={classes.note}>{t('composer.loadingEmojis')}</Picker.Loading>
          <Picker.Empty className={classes.note}>
            {({ search }) => t('composer.noEmoji', { search })}
          </Picker.Empty>
          <Picker.List className={classes.list} components={parts} />
        </Picker.Viewport>
        <Picker.ActiveEmoji>
          {({ emoji }) => <div className={classes.label}>{emoji ? `${emoji.emoji} ${emoji.label}` : ''}</div>}
        </Picker.ActiveEmoji>
      </Picker.Root>
    </div>
  );
};
export default EmojiPicker;

const parts: EmojiPickerListComponents = {
  CategoryHeader: ({ category, ...props }) => (
    <div className={classes.category} {...props}>
      {category.label}
    </div>
  ),
  Row: props => {
    const shown = { ...props, 'aria-rowindex': next(props['aria-rowindex']) };
    return <div className={classes.row} {...shown} />;
  },
  Emoji: ({ emoji, ...props }) => {
    const shown = { ...props, 'aria-colindex': next(props['aria-colindex']) };
    return (
      <button type="button" className={classes.emoji} data-current={emoji.isActive || undefined} {...shown}>
        {emoji.emoji}
      </button>
    );
  },
};

/** Readers of screens count from one. */
const next = (index: number | undefined): number => (index ?? 0) + 1;
