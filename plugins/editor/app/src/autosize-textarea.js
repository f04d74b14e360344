// Where markup is written as text. The packages import the library as Node.js does, where the default of a module of the
// older kind is the object of all its exports, and not the component that they show.
import { createElement } from 'react';
import { TextareaAutosize } from '../node_modules/react-autosize-textarea/lib/TextareaAutosize.js';

/** A text box that is as high as its text, with a name even where the packages give it none. */
export default function AutosizeTextarea(props) {
  const isNamed = 'id' in props || 'aria-label' in props;
  return createElement(TextareaAutosize, isNamed ? props : { ...props, 'aria-label': 'HTML' });
}
