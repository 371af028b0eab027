/** The rows of one place, in the table `memberships`: a range of its primary key. */
export const ofPlace = "api_key_id = $apiKeyId and organization_id = $organizationId and kind = $kind and place_id = $placeId";

/** Members of the organization itself. */
export const ofOrganization = "api_key_id = $apiKeyId and organization_id = $organizationId and kind = 'organization' and place_id = ''";

/** The ref of a group: null, and so equal to nothing, when there is no such group. One look-up of the primary key. */
export const groupRef =
  "(select group_ref from user_groups where api_key_id = $apiKeyId and organization_id = $organizationId and group_id = $groupId)";

/**
 * Adds the profile of each row of `m`. The limit keeps it one look-up for each, whatever the planner thinks of the number of rows; a row
 * whose profile was removed a moment ago stays, so that a page is as long as it seems.
 */
export const withProfile = (rows: string) => `
  select m.*, coalesce(u.name, '') as name, coalesce(u.email, '') as email
  from (${rows}) m
  left join lateral (select name, email from users where api_key_id = $apiKeyId and user_id = m.user_id limit 1) u on true`;
