import { RestError } from '../../core/index.ts';

/** A refusal that carries its status beside the error, whose data is null. */
class CallbackError extends RestError {
  override get status(): number {
    return 400;
  }
}

/** Why a callback is refused: the site does not offer JSONP, or the name is no name of a function. */
export const callbackErrors = {
  rest_callback_disabled: () => new CallbackError('rest_callback_disabled', 'This site does not answer with JSONP.'),
  rest_callback_invalid: () => new CallbackError('rest_callback_invalid', 'The callback is no name of a function.'),
};
