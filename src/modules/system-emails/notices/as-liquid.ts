/** A template that reads like this text, whatever stands in it. */
export const asLiquid = (text: string): string => text.replace(/\{(?=[{%])/g, `{{ '{' }}`);
