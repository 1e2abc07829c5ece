/** What is printed along the arc of a table of twenty-one: what its sign says of Black Jack and of the
 * insurance. */
import { Pays } from "../../lib/sign.svelte";
import type { TableModel } from "../../lib/table/model.svelte";
import { t } from "../../lib/texts/cards";

export function arc(table: Pick<TableModel, "path">): { readonly lines: string[] } {
  const sign = new Pays(table.path);
  const said = (odds: string): string => odds.replace(":", ` ${t("felt.to")} `);
  return {
    get lines() {
      const natural = sign.of("principal@black-jack");
      const insurance = sign.of("seguro");
      return [
        ...(natural ? [t("felt.black-jack", { odds: said(natural) })] : []),
        ...(insurance ? [t("felt.insurance", { odds: said(insurance) })] : []),
      ];
    },
  };
}
