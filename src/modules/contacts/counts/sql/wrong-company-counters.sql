-- The companies (only company :id, unless that is 0) whose counter differs from the contacts that belong to them.
-- Contacts that are gone and memberships of deleted companies do not count, as nobody sees them.
SELECT k.id, k.contacts_count AS stored, COUNT(c.id) AS counted
  FROM companies k
  LEFT JOIN contact_companies m ON m.company_id = k.id
  LEFT JOIN contacts c ON c.id = m.contact_id
 WHERE :id = 0 OR k.id = :id
 GROUP BY k.id, k.contacts_count
HAVING stored <> counted
 ORDER BY k.id
