import type { MigrationInterface, QueryRunner } from 'typeorm';

export class DomainsAndGroups1763700000017 implements MigrationInterface {
  name = 'DomainsAndGroups1763700000017';

  async up(runner: QueryRunner): Promise<void> {
    // Nobody has proved anything about domains that were declared before: they count once their accounts verify them.
    await runner.query(`
      ALTER TABLE "saml_domains"
        DROP CONSTRAINT "saml_domains_pkey",
        ADD PRIMARY KEY ("account_id", "domain"),
        ADD "challenge" text NOT NULL DEFAULT replace(gen_random_uuid()::text, '-', ''),
        ADD "verified" TIMESTAMP WITH TIME ZONE,
        ADD "verified_by" text`);
    await runner.query(`ALTER TABLE "saml_domains" ALTER "challenge" DROP DEFAULT`);
    await runner.query(`DROP INDEX "saml_domains_of_account"`);
    await runner.query(`
      CREATE UNIQUE INDEX "saml_domains_verified" ON "saml_domains" ("domain") WHERE "verified" IS NOT NULL`);
    await runner.query(`ALTER TABLE "saml_settings" ADD "groups_attribute" text`);
    await runner.query(`ALTER TABLE "account_groups" ADD "origin" text NOT NULL DEFAULT 'scim'`);
    await runner.query(`ALTER TABLE "account_groups" ALTER "origin" DROP DEFAULT`);
  }

  async down(runner: QueryRunner): Promise<void> {
    // The version before takes every group for one of SCIM, and every domain for one of its account.
    await runner.query(`DELETE FROM "account_groups" WHERE "origin" <> 'scim'`);
    await runner.query(`ALTER TABLE "account_groups" DROP "origin"`);
    await runner.query(`ALTER TABLE "saml_settings" DROP "groups_attribute"`);
    await runner.query(`DELETE FROM "saml_domains" WHERE "verified" IS NULL`);
    await runner.query(`DROP INDEX "saml_domains_verified"`);
    await runner.query(`CREATE INDEX "saml_domains_of_account" ON "saml_domains" ("account_id")`);
    await runner.query(`
      ALTER TABLE "saml_domains"
        DROP CONSTRAINT "saml_domains_pkey",
        ADD PRIMARY KEY ("domain"),
        DROP "challenge",
        DROP "verified",
        DROP "verified_by"`);
  }
}
