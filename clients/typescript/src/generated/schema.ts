// Written by `npm run openapi` from docs/openapi.json; changes made here are lost.

export interface paths {
    "/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit-log/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listRecentRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bulk-actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listBulkActions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bulk-actions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getBulkAction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bulk-actions/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["cancelBulkAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bulk-actions/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["watchBulkAction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bulk-actions/{id}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listBulkActionRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bulk-actions/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["undoBulkAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCampaigns"];
        put?: never;
        post: operations["createCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCampaign"];
        put: operations["updateCampaign"];
        post?: never;
        delete: operations["deleteCampaign"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/ab-test/winner": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["chooseAbTestWinner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["archiveCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["cancelCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["duplicateCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/emails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCampaignEmails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/emails/{emailId}/hits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCampaignEmailHits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/emails/{emailId}/settle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["settleCampaignEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/estimated-recipients-count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["estimateCampaignRecipients"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/link-report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCampaignLinkReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/lint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["lintCampaign"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["pauseCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["previewCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/resend-failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["resendCampaignToFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/resend-unopened": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["resendCampaignToUnopened"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["resumeCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/revenues": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCampaignRevenues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/schedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["scheduleCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["sendCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/send-test-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["sendCampaignTestEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/settle-unknown": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["settleUnknownCampaignEmails"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCampaignStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/title": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["renameCampaign"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/unarchive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["unarchiveCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/unschedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["unscheduleCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/unsubscribers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCampaignUnsubscribers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{id}/why": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["explainCampaignRecipient"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/commerce/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listOrders"];
        put?: never;
        post: operations["reportOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/commerce/orders/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["reportOrders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/commerce/orders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getOrder"];
        put: operations["updateOrder"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/commerce/orders/{id}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["refundOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCompanies"];
        put?: never;
        post: operations["createCompany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/attach-subscribers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["attachContactsToCompanies"];
        post: operations["attachContactsToCompaniesByPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/detach-subscribers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["detachContactsFromCompanies"];
        post: operations["detachContactsFromCompaniesByPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCompany"];
        put: operations["updateCompany"];
        post?: never;
        delete: operations["deleteCompany"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCompanyNotes"];
        put?: never;
        post: operations["createCompanyNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{id}/notes/{noteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["updateCompanyNote"];
        post?: never;
        delete: operations["deleteCompanyNote"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/custom-fields/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCustomFields"];
        put: operations["replaceCustomFields"];
        post: operations["createCustomField"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/custom-fields/contacts/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["updateCustomField"];
        post?: never;
        delete: operations["deleteCustomField"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/emails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listEmails"];
        put?: never;
        post: operations["submitEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/emails/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["submitEmails"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/emails/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getEmail"];
        put?: never;
        post?: never;
        delete: operations["cancelEmail"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/emails/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getEmailContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/feedback/message": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["reportReturnedMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/feedback/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listFeedbackProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/forms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listForms"];
        put?: never;
        post: operations["createForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/forms/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getForm"];
        put: operations["updateForm"];
        post?: never;
        delete: operations["deleteForm"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/forms/{id}/embed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getFormEmbed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/funnels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listFunnels"];
        put?: never;
        post: operations["createFunnel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/funnels/actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listFunnelActions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/funnels/triggers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listFunnelTriggers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/funnels/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getFunnel"];
        put: operations["updateFunnel"];
        post?: never;
        delete: operations["deleteFunnel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/funnels/{id}/conversion-rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getFunnelConversionRates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/funnels/{id}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["duplicateFunnel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/funnels/{id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getFunnelFigures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/funnels/{id}/sequences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listFunnelSequences"];
        put: operations["saveFunnelSequences"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/funnels/{id}/sequences/{sequenceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getFunnelSequence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/funnels/{id}/sequences/{sequenceId}/lint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["lintFunnelSequence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/funnels/{id}/sequences/{sequenceId}/send-test-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["sendFunnelSequenceTestEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/funnels/{id}/simulate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["simulateFunnel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/funnels/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["setFunnelStatus"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/funnels/{id}/subscribers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listFunnelContacts"];
        put?: never;
        post: operations["addContactsToFunnel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/funnels/{id}/subscribers/{subscriberId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["removeContactFromFunnel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/funnels/{id}/subscribers/{subscriberId}/trace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["traceContactInFunnel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/funnels/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listFunnelVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/funnels/{id}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getFunnelVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/funnels/{id}/versions/{version}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["restoreFunnelVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listImports"];
        put?: never;
        post: operations["createImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["cancelImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["watchImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports/{id}/rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["downloadRejectedRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports/{id}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listImportRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["undoImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listLists"];
        put?: never;
        post: operations["createList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lists/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getList"];
        put: operations["updateList"];
        post?: never;
        delete: operations["deleteList"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/ab-testing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAbTestReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/bounces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getBounceReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCampaignReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/campaigns/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCampaignReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/campaigns/{id}/email-stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCampaignEmailStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/campaigns/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportCampaign"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/campaigns/{id}/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getLiveCampaignReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/engagement-scores": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getEngagementScores"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/funnels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listFunnelReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/funnels/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getFunnelReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/funnels/{id}/conversion-stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getFunnelConversionReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/funnels/{id}/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getLiveFunnelReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listListReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/lists/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getListReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getReportOptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getOverviewReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/revenue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getRevenueReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/revenue/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getRevenueByCampaign"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/revenue/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getRevenueByContact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/scheduled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listScheduledReports"];
        put?: never;
        post: operations["createScheduledReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/scheduled/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getScheduledReport"];
        put: operations["updateScheduledReport"];
        post?: never;
        delete: operations["deleteScheduledReport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/scheduled/{id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["runScheduledReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/segmentation-analysis": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSegmentationAnalysis"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/spam-complaints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSpamComplaintReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/subscriber-activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getActivityReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/subscriber-growth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getGrowthReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/subscribers/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportContacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listTagReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/tags/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getTagReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/top-subscribers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getTopContacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/unsubscribes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getUnsubscribeReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/segments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSegments"];
        put?: never;
        post: operations["createSegment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/segments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSegment"];
        put: operations["updateSegment"];
        post?: never;
        delete: operations["deleteSegment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/segments/{id}/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["countSegmentContacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/segments/{id}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["explainSegment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/segments/{id}/subscribers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSegmentContacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/senders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSenders"];
        put?: never;
        post: operations["createSender"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/senders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSender"];
        put: operations["updateSender"];
        post?: never;
        delete: operations["deleteSender"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/senders/{id}/destinations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listDestinations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/senders/{id}/readiness": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSenderReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/senders/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["testSender"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/snippets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSnippets"];
        put?: never;
        post: operations["createSnippet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/snippets/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSnippet"];
        put: operations["updateSnippet"];
        post?: never;
        delete: operations["deleteSnippet"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/snippets/{key}/uses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSnippetUses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscribers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listContacts"];
        put?: never;
        post: operations["createContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscribers/bulk-add-update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["addOrUpdateContacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscribers/do-bulk-action": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["startBulkAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscribers/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mergeContacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscribers/track-event": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["trackEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscribers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getContact"];
        put: operations["updateContact"];
        post?: never;
        delete: operations["deleteContact"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscribers/{id}/consents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listContactConsents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscribers/{id}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["eraseContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscribers/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportContactData"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscribers/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listContactNotes"];
        put?: never;
        post: operations["createContactNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscribers/{id}/notes/{noteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["updateContactNote"];
        post?: never;
        delete: operations["deleteContactNote"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscribers/{id}/send-double-optin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["sendDoubleOptIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscribers/{id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getContactTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscribers/{id}/tracking-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listTrackedEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suppressions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSuppressions"];
        put?: never;
        post: operations["addSuppressions"];
        delete: operations["deleteSuppressionByValue"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suppressions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteSuppression"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listTags"];
        put?: never;
        post: operations["createTag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tags/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getTag"];
        put: operations["updateTag"];
        post?: never;
        delete: operations["deleteTag"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listTemplates"];
        put?: never;
        post: operations["createTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/render": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["renderTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getTemplate"];
        put: operations["updateTemplate"];
        post?: never;
        delete: operations["deleteTemplate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/triggers/{trigger_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["fireTrigger"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWebhooks"];
        put?: never;
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/funnel-trigger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["triggerFunnel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getWebhook"];
        put: operations["updateWebhook"];
        post?: never;
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries/{deliveryId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["redeliverWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["replayWebhookEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/replays/{replayId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getWebhookReplay"];
        put?: never;
        post?: never;
        delete: operations["cancelWebhookReplay"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "contact.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive `contact.created`
         * @description A contact was created.
         */
        post: operations["webhook_contact_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "contact.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive `contact.updated`
         * @description Fields or custom values of a contact changed; one event per write. Changes of status, tags, and lists have separate events.
         */
        post: operations["webhook_contact_updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "contact.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive `contact.deleted`
         * @description A contact was deleted.
         */
        post: operations["webhook_contact_deleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "contact.status_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive `contact.status_changed`
         * @description The status of a contact changed.
         */
        post: operations["webhook_contact_status_changed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "contact.tag_added": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive `contact.tag_added`
         * @description Tags were added; contains only tags that the contact did not have.
         */
        post: operations["webhook_contact_tag_added"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "contact.tag_removed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive `contact.tag_removed`
         * @description Tags were removed; contains only tags that the contact had.
         */
        post: operations["webhook_contact_tag_removed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "contact.list_added": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive `contact.list_added`
         * @description The contact was added to lists; contains only new lists.
         */
        post: operations["webhook_contact_list_added"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "contact.list_removed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive `contact.list_removed`
         * @description The contact was removed from lists; contains only lists that it was on.
         */
        post: operations["webhook_contact_list_removed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive `email.sent`
         * @description The mail server of the sender accepted an email.
         */
        post: operations["webhook_email_sent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.opened": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive `email.opened`
         * @description An email was opened for the first time, machine opens excluded.
         */
        post: operations["webhook_email_opened"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.clicked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive `email.clicked`
         * @description A link in an email was clicked, machine clicks excluded. Sent for every click.
         */
        post: operations["webhook_email_clicked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.bounced": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive `email.bounced`
         * @description An email could not be delivered.
         */
        post: operations["webhook_email_bounced"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.spam_complaint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive `email.spam_complaint`
         * @description The recipient reported an email as spam.
         */
        post: operations["webhook_email_spam_complaint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "email.unsubscribed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive `email.unsubscribed`
         * @description The recipient opted out of emails.
         */
        post: operations["webhook_email_unsubscribed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "campaign.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive `campaign.created`
         * @description A campaign was created.
         */
        post: operations["webhook_campaign_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "campaign.sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive `campaign.sent`
         * @description Every email of a campaign has reached its final state.
         */
        post: operations["webhook_campaign_sent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "campaign.paused": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive `campaign.paused`
         * @description A campaign was paused.
         */
        post: operations["webhook_campaign_paused"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "campaign.resumed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive `campaign.resumed`
         * @description A paused campaign was resumed.
         */
        post: operations["webhook_campaign_resumed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "funnel.subscriber_added": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive `funnel.subscriber_added`
         * @description A contact entered a funnel.
         */
        post: operations["webhook_funnel_subscriber_added"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "funnel.subscriber_completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive `funnel.subscriber_completed`
         * @description A contact completed a funnel or reached its goal.
         */
        post: operations["webhook_funnel_subscriber_completed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "funnel.subscriber_exited": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive `funnel.subscriber_exited`
         * @description A contact left a funnel before completing it.
         */
        post: operations["webhook_funnel_subscriber_exited"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "funnel.sequence_completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive `funnel.sequence_completed`
         * @description A contact completed a step of a funnel. Not raised for a step that was skipped or failed.
         */
        post: operations["webhook_funnel_sequence_completed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "commerce.order_created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive `commerce.order_created`
         * @description An order was reported for the first time, in any status.
         */
        post: operations["webhook_commerce_order_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "commerce.order_completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive `commerce.order_completed`
         * @description An order was paid and completed. Raised once per order.
         */
        post: operations["webhook_commerce_order_completed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "commerce.order_refunded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive `commerce.order_refunded`
         * @description A full or partial refund was reported.
         */
        post: operations["webhook_commerce_order_refunded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "commerce.revenue_recorded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive `commerce.revenue_recorded`
         * @description A line was added to the revenue ledger.
         */
        post: operations["webhook_commerce_revenue_recorded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        AbTest: {
            variants: components["schemas"]["AbVariant"][];
            /**
             * @description Size of the sample in percent of the recipients
             * @default 20
             */
            sample_percent?: number;
            /**
             * @description The metric that decides; humans only
             * @default opens
             * @enum {string}
             */
            metric?: "opens" | "clicks" | "revenue";
            /**
             * @description Minutes between the end of sending the sample and the decision
             * @default 240
             */
            wait_minutes?: number;
            /**
             * @description Winner without 95 % confidence: the leading variant, the first variant, or a manager chooses
             * @default best
             * @enum {string}
             */
            fallback?: "best" | "first" | "manual";
        };
        AbTestResponse: {
            variants: components["schemas"]["AbVariantResponse"][];
            /** @description Size of the sample in percent of the recipients */
            sample_percent: number;
            /**
             * @description The metric that decides; humans only
             * @enum {string}
             */
            metric: "opens" | "clicks" | "revenue";
            /** @description Minutes from the end of the sample to the decision */
            wait_minutes: number;
            /**
             * @description How the winner is chosen without 95 % confidence
             * @enum {string}
             */
            fallback: "best" | "first" | "manual";
        };
        AbTestStateResponse: {
            /**
             * @description `releasing`: the emails that waited for the winner are being released
             * @enum {string}
             */
            state: "testing" | "choose_winner" | "releasing" | "decided";
            /** @description Null before its end */
            sample_ended_at: string | null;
            /** @description When the winner is due */
            decides_at: string | null;
            /** @description The key of the variant */
            winner: string | null;
            /**
             * @description `confidence`: a variant was significantly better
             * @enum {string|null}
             */
            decided_by: "confidence" | "fallback" | "manager" | null;
            /** @description Of the winner, or of the leading variant while a manager must choose */
            confidence: number | null;
            /** @description Null until the winner is known */
            decided_at: string | null;
        };
        AbTestingResponse: {
            /** @description Not meaningful with a cursor */
            current_page: number;
            /** @description Requested rows per page */
            per_page: number;
            /** @description Number of rows on all pages */
            total: number;
            /** @description `true` if `total` is an estimate; absent otherwise */
            total_is_estimate?: boolean;
            /** @description 1 for an empty list */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null if the page is empty or a cursor is used */
            from: number | null;
            /** @description Number of the last row of this page; null if the page is empty or a cursor is used */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and if a cursor is used */
            prev_page_url: string | null;
            /** @description Set with a cursor; null on the last page */
            next_cursor?: string | null;
            tests: components["schemas"]["TestReportResponse"][];
            meta: components["schemas"]["ReportMetaResponse"];
        };
        AbVariant: {
            /** @description Lower-case letters, digits, _ and - */
            key: string;
            /** @description Liquid */
            subject?: string | null;
            /** @description Liquid */
            pre_header?: string | null;
            /** @description HTML with Liquid */
            body?: string | null;
            /**
             * @description Share of the sample, relative to the other variants
             * @default 1
             */
            weight?: number;
            /** @description The content by language, such as `de` or `pt-BR`; members that are missing or empty are not translated */
            translations?: {
                [key: string]: {
                    email_subject?: string;
                    email_pre_header?: string;
                    email_body?: string;
                    text?: string;
                };
            };
        };
        AbVariantResponse: {
            /** @description Name of the variant within the test */
            key: string;
            subject: string | null;
            pre_header: string | null;
            body: string | null;
            /** @description The content by language, such as `de` or `pt-BR`; members that are missing or empty are not translated */
            translations?: {
                [key: string]: {
                    email_subject?: string;
                    email_pre_header?: string;
                    email_body?: string;
                    text?: string;
                };
            };
            /** @description Share of the sample, relative to the other variants */
            weight: number;
        };
        AcceptedImportMember: {
            id: number;
            /**
             * @description `done`: every row has an outcome; `failed`: the job stopped because of `error`
             * @enum {string}
             */
            status: "queued" | "running" | "done" | "failed" | "cancelled" | "undone";
        };
        AcceptedImportResponse: {
            import: components["schemas"]["AcceptedImportMember"];
        };
        ActionOptionsResponse: {
            /** @description Tags that add_tags or remove_tags assigns or removes */
            tags?: number[];
            /** @description Lists that add_lists or remove_lists assigns or removes */
            lists?: number[];
            /** @description Companies that add_companies or remove_companies assigns or removes */
            companies?: number[];
            /**
             * @description The new status, for change_status
             * @enum {string}
             */
            status?: "subscribed" | "unsubscribed" | "pending" | "bounced" | "complained";
            /** @description Whether change_status also replaces strict statuses */
            force_update_status?: boolean;
            /** @description The funnel of add_to_funnel */
            funnel_id?: number;
            /** @description Whether webhooks and funnel triggers are suppressed */
            silent: boolean;
        };
        ActionResponse: {
            name: string;
            /**
             * @description `benchmark`: a step for an event of the contact, who jumps to it when the event happens; `conditional` and `split` have branches
             * @enum {string}
             */
            type: "action" | "benchmark" | "conditional" | "wait" | "split" | "exit";
            title: string;
            description: string;
            /** @description A JSON Schema (2020-12) of the settings */
            settings: {
                [key: string]: unknown;
            };
            /** @description The names of the branches in `children`, or the setting that defines them */
            branches?: string[] | string;
        };
        ActionsResponse: {
            actions: components["schemas"]["ActionResponse"][];
        };
        ActiveContactResponse: {
            id: number;
            email: string;
            first_name: string | null;
            last_name: string | null;
        };
        ActivityCountsResponse: {
            /** @description Emails sent to contacts */
            sent: number;
            /** @description Emails opened for the first time */
            opens: number;
            /** @description Emails clicked for the first time */
            clicks: number;
            /** @description Opt-outs through an email */
            unsubscribes: number;
            /** @description Tracked events */
            events: number;
            /** @description Completed orders in any currency */
            orders: number;
        };
        ActivityOfDayResponse: {
            /** @description Emails sent to contacts */
            sent: number;
            /** @description Emails opened for the first time */
            opens: number;
            /** @description Emails clicked for the first time */
            clicks: number;
            /** @description Opt-outs through an email */
            unsubscribes: number;
            /** @description Tracked events */
            events: number;
            /** @description Completed orders in any currency */
            orders: number;
            /** @description Local day */
            date: string;
        };
        ActivityOfHourResponse: {
            /** @description Emails sent to contacts */
            sent: number;
            /** @description Emails opened for the first time */
            opens: number;
            /** @description Emails clicked for the first time */
            clicks: number;
            /** @description Opt-outs through an email */
            unsubscribes: number;
            /** @description Tracked events */
            events: number;
            /** @description Completed orders in any currency */
            orders: number;
            /** @description Hour of the local day, 0 to 23 */
            hour: number;
        };
        ActivityOfWeekdayResponse: {
            /** @description Emails sent to contacts */
            sent: number;
            /** @description Emails opened for the first time */
            opens: number;
            /** @description Emails clicked for the first time */
            clicks: number;
            /** @description Opt-outs through an email */
            unsubscribes: number;
            /** @description Tracked events */
            events: number;
            /** @description Completed orders in any currency */
            orders: number;
            /** @description 1 for Monday to 7 for Sunday */
            weekday: number;
        };
        ActivityResponse: {
            /** @description Every day of the period */
            data: components["schemas"]["ActivityOfDayResponse"][];
            /** @description Figures of the whole period */
            totals: components["schemas"]["ActivityCountsResponse"];
            /** @description Figures of the comparison period */
            previous: components["schemas"]["ActivityCountsResponse"] | null;
            /** @description Each hour of the day, over the whole period. Null with `lists[]` or `tags[]`, because hours are not stored by contact */
            by_hour: components["schemas"]["ActivityOfHourResponse"][] | null;
            /** @description Each weekday, over the whole period */
            by_weekday: components["schemas"]["ActivityOfWeekdayResponse"][];
            /** @description The 20 newest activities of any time, newest first */
            recent: components["schemas"]["RecentActivityResponse"][];
            meta: components["schemas"]["ComparedMetaResponse"];
        };
        AddEnrollments: {
            /** @description Ids of contacts; all of them are enrolled, or none */
            subscribers: number[];
            /** @description Of these enrollments. Data for conditions, emails, and texts of steps; at most 64 KB of JSON */
            data?: {
                [key: string]: unknown;
            };
        };
        AddSuppressions: {
            /**
             * Format: email
             * @description An address
             */
            email?: string;
            /** @description A domain: all of its addresses, but not those of subdomains */
            domain?: string;
            /** @description Addresses and domains */
            values?: string[];
            /** @description The reason, as free text */
            note?: string | null;
        };
        Attachment: {
            /** @description A plain file name */
            filename: string;
            /** @description With or without parameters */
            content_type: string;
            /** @description At most 5 MB for all attachments together */
            content_base64: string;
        };
        AttemptResponse: {
            /** @description From 1 */
            number: number;
            started_at: string;
            /** @description Null while in progress */
            finished_at: string | null;
            /** @description `success`, `http_status`, or why there was no response; null while the attempt is in progress */
            outcome: string | null;
            /** @description HTTP status of the response */
            response_code: number | null;
            /** @description Duration in milliseconds */
            response_time: number | null;
            /** @description Address that was called */
            remote_ip: string | null;
            /** @description The request, without the body, which is the same for all attempts */
            request: components["schemas"]["DeliveryRequestResponse"];
            /** @description Null without a response */
            response_headers: {
                [key: string]: string;
            } | null;
            /** @description The first 4 KiB of the response body */
            response_body: string | null;
        };
        AttributionResponse: {
            /**
             * @description The last click before the order
             * @enum {string}
             */
            touch: "last_click";
            /** @description Campaign of the email */
            campaign_id: number | null;
            /** @description Funnel of the email */
            funnel_id: number | null;
            /** @description Step of the funnel */
            sequence_id: number | null;
            /** @description The clicked email */
            email_id: number | null;
            /** @description When that email was clicked */
            clicked_at: string | null;
        };
        AudienceEstimateResponse: {
            /** @description Recipients if it were sent now */
            estimated_count: number;
            /** @description Contacts that match but receive nothing, by reason */
            excluded: components["schemas"]["LeftOutResponse"];
        };
        AudiencePair: {
            /** @description A list id, or `all` */
            list?: number | "all";
            /** @description A tag id, or `all` */
            tag?: number | "all";
        };
        AudiencePairResponse: {
            /** @description A list id, or `all` */
            list: number | "all";
            /** @description A tag id, or `all` */
            tag: number | "all";
        };
        AuditEntryResponse: {
            id: number;
            created_at: string;
            /**
             * @description `command_line`: an operator changed it there
             * @enum {string}
             */
            source: "api" | "command_line";
            /** @description Null for changes on the command line */
            manager: components["schemas"]["AuditManagerResponse"] | null;
            /** @description HTTP method; null on the command line */
            method: string | null;
            /** @description The route of the request, or the name of the command */
            route: string;
            /** @description Id of the request in the logs */
            request_id: string | null;
            /** @description The `X-Request-Id` that the caller sent */
            client_request_id: string | null;
            /**
             * @description `changed`: more than 50 records of a type
             * @enum {string}
             */
            action: "created" | "updated" | "deleted" | "changed" | "exported";
            /** @description Null if no record was changed */
            record: components["schemas"]["AuditRecordResponse"] | null;
            /** @description Number of changed records */
            records: number;
            /** @description All changed fields. Null for several records and for erased contacts */
            changes: {
                [key: string]: {
                    /** @description Null if there was no value */
                    before?: unknown;
                    /** @description Null if there is no value */
                    after?: unknown;
                };
            } | null;
        };
        AuditLogResponse: {
            audit_log: components["schemas"]["AuditEntryResponse"][];
            /** @description Next `cursor`; null on the last page */
            next_cursor: string | null;
        };
        AuditManagerResponse: {
            id: number;
            /** @description Username at the time of the change */
            username: string;
        };
        AuditRecordResponse: {
            /** @description Kind of the record */
            type: string;
            /** @description Null if several records changed */
            id: number | null;
        };
        BounceDayResponse: {
            /** @description Local day */
            date: string;
            sent: number;
            bounced: number;
            /** @description Percentage of sent */
            bounce_rate: number;
        };
        BounceRatesResponse: {
            /** @description Percentage of sent */
            bounce_rate: number;
        };
        BounceReasonResponse: {
            /**
             * @description `hard`: permanent, such as an unknown address; `soft`: temporary, such as a full mailbox
             * @enum {string}
             */
            type: "hard" | "soft";
            /** @description Bounce code; null if none given */
            reason: string | null;
            total: number;
            /** @description Percentage of all bounces */
            share: number;
        };
        BounceTotalsResponse: {
            sent: number;
            bounced: number;
            /** @description Null if the report is filtered by `lists` or `tags` */
            hard: number | null;
            /** @description Null if the report is filtered by `lists` or `tags` */
            soft: number | null;
        };
        BouncesResponse: {
            /** @description The 20 domains with the most, then the sum of all others. Null if the report is filtered by `lists` or `tags` */
            by_domain: components["schemas"]["OutcomeByDomainResponse"][] | null;
            /** @description The 20 campaigns with the most, then the sum of all other emails, such as those of funnels. Null if the report is filtered by `lists` or `tags` */
            by_campaign: components["schemas"]["OutcomeByCampaignResponse"][] | null;
            meta: components["schemas"]["ComparedMetaResponse"];
            totals: components["schemas"]["BounceTotalsResponse"];
            rates: components["schemas"]["BounceRatesResponse"];
            /** @description Null with `compare_with=none` */
            previous: components["schemas"]["PreviousBouncesResponse"] | null;
            /** @description The 20 most frequent reasons. Null if the report is filtered by `lists` or `tags` */
            by_reason: components["schemas"]["BounceReasonResponse"][] | null;
            /** @description Every day of the period */
            timeline: components["schemas"]["BounceDayResponse"][];
            /** @description The latest 20, newest first. Null if the report is filtered by `lists` or `tags` */
            recent: components["schemas"]["RecentBounceResponse"][] | null;
        };
        BulkActionDoneResponse: {
            message: string;
            /** @description Contacts that were changed; with `dry_run`, that would be */
            affected: number;
            /** @description Contacts that needed no change */
            skipped: number;
            /** @description Why contacts were skipped */
            reasons: components["schemas"]["SkipReasonResponse"][];
            /** @description Skipped contacts that keep a stricter status than the requested one */
            kept_status: number[];
            /** @description Whether this was a dry run, which writes nothing */
            dry_run: boolean;
        };
        BulkActionQueuedResponse: {
            message: string;
            bulk_action: components["schemas"]["BulkActionResponse"];
        };
        BulkActionResponse: {
            id: number;
            /**
             * @description `done`: every row has an outcome; `failed`: the job stopped because of `error`
             * @enum {string}
             */
            status: "queued" | "running" | "done" | "failed" | "cancelled" | "undone";
            /**
             * @description `undo` while the job is being undone
             * @enum {string}
             */
            phase: "work" | "undo";
            /** @description Null until the rows are counted */
            total: number | null;
            /** @description Rows processed so far */
            processed: number;
            /** @description Contacts created */
            created: number;
            /** @description Contacts changed */
            updated: number;
            /** @description Rows that requested a status that they may not set; they are also counted in another outcome */
            kept_status: number;
            /** @description Rows that changed nothing */
            skipped: number;
            /** @description Rows refused because of invalid values */
            invalid: number;
            /** @description Rows undone */
            undone: number;
            /** @description Rows not undone, or only partly, because of edits */
            conflicts: number;
            /** @description Why the job failed */
            error: string | null;
            created_at: string;
            /** @description Null until a worker starts it */
            started_at: string | null;
            /** @description When the work ended, with any result */
            finished_at: string | null;
            /** @description When the undo ended */
            undone_at: string | null;
            /** @description Estimated seconds left; null unless running */
            eta_seconds: number | null;
            /**
             * @description The action that the job applies
             * @enum {string}
             */
            action_name: "add_tags" | "remove_tags" | "add_lists" | "remove_lists" | "add_companies" | "remove_companies" | "change_status" | "delete" | "add_to_funnel";
            /** @description Options of the action */
            options: components["schemas"]["ActionOptionsResponse"];
            /** @description The selected contacts; all members that are present must match */
            filter: components["schemas"]["ChoiceResponse"];
            /** @description Whether the job only reports what it would do */
            dry_run: boolean;
            /** @description Whether it can be undone after it has ended */
            undoable: boolean;
        };
        BulkActionsPage: {
            /** @description Not meaningful with a cursor */
            current_page: number;
            /** @description Requested rows per page */
            per_page: number;
            /** @description Number of rows on all pages */
            total: number;
            /** @description `true` if `total` is an estimate; absent otherwise */
            total_is_estimate?: boolean;
            /** @description 1 for an empty list */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null if the page is empty or a cursor is used */
            from: number | null;
            /** @description Number of the last row of this page; null if the page is empty or a cursor is used */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and if a cursor is used */
            prev_page_url: string | null;
            /** @description Set with a cursor; null on the last page */
            next_cursor?: string | null;
            data: components["schemas"]["BulkActionResponse"][];
        };
        BulkActionsResponse: {
            bulk_actions: components["schemas"]["BulkActionsPage"];
        };
        BulkAddUpdate: {
            /** @description Fields as for a single contact; `tags` and `lists` are added to those of an existing contact */
            contacts: components["schemas"]["CreateContact"][];
            /**
             * @description Updates contacts whose address exists, instead of refusing them
             * @default false
             */
            force_update?: boolean;
            /**
             * @description Applies the given status regardless of the current one; otherwise a strict status stays or becomes a stricter one
             * @default false
             */
            force_update_status?: boolean;
            /**
             * @description Sets `pending` instead of `subscribed` and sends a double opt-in email; `status` may then be omitted
             * @default false
             */
            double_optin?: boolean;
            /** @description Tags for all of the contacts */
            tags?: number[];
            /** @description Lists for all of the contacts */
            lists?: number[];
        };
        BulkAddUpdateResponse: {
            message: string;
            /** @description Ids of created contacts */
            created: number[];
            /** @description Ids of contacts that existed, including those without changes */
            updated: number[];
            /** @description Ids of contacts whose strict status was kept */
            kept_status: number[];
            /** @description Contacts that were refused and not written */
            invalids: components["schemas"]["RefusedContactResponse"][];
        };
        CampaignAttachmentResponse: {
            filename: string;
            content_type: string;
            /** @description In bytes */
            size: number;
        };
        CampaignCountsResponse: {
            /** @description Recipients */
            total: number;
            /** @description Includes emails that bounced */
            sent: number;
            /** @description Delivered emails with tracking */
            tracked: number;
            /** @description Emails opened at least once */
            views: number;
            /** @description Emails clicked at least once */
            clicks: number;
            unsubscribers: number;
            bounced: number;
            complained: number;
            /** @description Emails refused or given up */
            failed: number;
            /** @description Net of refunds, in `currency` */
            revenue: number;
            /** @description Currency of most orders; null without orders */
            currency: string | null;
        };
        CampaignCreatedCall: {
            /**
             * @description The event type
             * @constant
             */
            event: "campaign.created";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description The webhook that is called */
            webhook_id: number;
            data: components["schemas"]["CampaignCreatedData"];
            /** @description Signature of the body without this member; receivers check the header instead */
            signature: string;
        };
        /** @description A campaign was created. */
        CampaignCreatedData: {
            campaign: components["schemas"]["EventCampaign"];
        };
        CampaignDayResponse: {
            /** @description Local day */
            date: string;
            sent: number;
            /** @description Emails opened for the first time */
            opened: number;
            /** @description Emails clicked for the first time */
            clicked: number;
            unsubscribed: number;
            bounced: number;
            orders: number;
            /** @description Net of refunds */
            revenue: number;
        };
        CampaignEmailResponse: {
            id: number;
            campaign_id: number;
            /** @enum {string} */
            email_type: "campaign";
            /** @description Null once the contact is deleted */
            subscriber_id: number | null;
            /** @description Null once the contact is deleted */
            email_address: string | null;
            /** @description Rendered; null before it is sent */
            email_subject: string | null;
            /** @description Variant of an A/B test */
            variant: string | null;
            /** @description Language of the translation; null for the content itself */
            language: string | null;
            /**
             * @description 1 if a human opened it
             * @enum {integer}
             */
            is_open: 0 | 1;
            /** @description Human clicks */
            click_counter: number;
            /**
             * @description `pending`: waits to be sent or retried; `skipped`: the contact could not receive it; `unknown`: the connection broke before the reply of the mail server, and a manager must resolve it
             * @enum {string}
             */
            status: "pending" | "processing" | "sent" | "failed" | "bounced" | "complained" | "skipped" | "unknown" | "cancelled";
            /** @description Reason of a failure, bounce, or delay */
            note: string | null;
            /** @description Message-ID header */
            message_id: string | null;
            /** @description Attempts to hand it to a mail server */
            attempts: number;
            /** @description When it is due or retried; null if no time is set */
            scheduled_at: string | null;
            /** @description Null before it is sent */
            sent_at: string | null;
            created_at: string;
            updated_at: string;
            /** @description Null once the contact is deleted */
            subscriber: components["schemas"]["EmbeddedContact"] | null;
        };
        CampaignEmailsPage: {
            /** @description Not meaningful with a cursor */
            current_page: number;
            /** @description Requested rows per page */
            per_page: number;
            /** @description Number of rows on all pages */
            total: number;
            /** @description `true` if `total` is an estimate; absent otherwise */
            total_is_estimate?: boolean;
            /** @description 1 for an empty list */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null if the page is empty or a cursor is used */
            from: number | null;
            /** @description Number of the last row of this page; null if the page is empty or a cursor is used */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and if a cursor is used */
            prev_page_url: string | null;
            /** @description Set with a cursor; null on the last page */
            next_cursor?: string | null;
            data: components["schemas"]["CampaignEmailResponse"][];
        };
        CampaignEmailsResponse: {
            emails: components["schemas"]["CampaignEmailsPage"];
        };
        CampaignLinkResponse: {
            id: number;
            url: string;
            /** @description Variant of an A/B test; omitted without one */
            variant?: string;
            /** @description Language of the translation with the link */
            language: string | null;
            /** @description Human clicks */
            total: number;
            /** @description Emails with a human click on the link */
            unique: number;
            /** @description Machine clicks */
            machine: number;
        };
        CampaignLintResponse: {
            issues: components["schemas"]["LintIssueResponse"][];
            /**
             * @description Whether the opt-out link is in the body (`own`) or in the standard footer; null if the body does not render
             * @enum {string|null}
             */
            footer: "standard" | "own" | null;
        };
        CampaignOptionResponse: {
            id: number;
            title: string;
        };
        CampaignOrderItemResponse: {
            /** @description Product id in the shop */
            external_id: string | null;
            title: string;
            quantity: number;
            /** @description Unit price */
            price: number;
        };
        CampaignOrderResponse: {
            id: number;
            /** @description Order id in the shop */
            external_id: string;
            /** @description Name of the shop */
            provider: string;
            contact_id: number | null;
            /** @enum {string} */
            status: "completed" | "refunded";
            /** @description ISO 4217 code */
            currency: string;
            /** @description In `currency`, before refunds */
            total: number;
            /** @description Refunded amount */
            refunded: number;
            items: components["schemas"]["CampaignOrderItemResponse"][];
            /** @description The email to which it is attributed */
            email_id: number | null;
            ordered_at: string;
            /** @description `updated_at` as reported by the shop */
            source_updated_at: string | null;
            created_at: string;
            updated_at: string;
            /** @description Null once the contact is deleted */
            subscriber: components["schemas"]["EmbeddedContact"] | null;
        };
        CampaignOrdersPage: {
            /** @description Not meaningful with a cursor */
            current_page: number;
            /** @description Requested rows per page */
            per_page: number;
            /** @description Number of rows on all pages */
            total: number;
            /** @description `true` if `total` is an estimate; absent otherwise */
            total_is_estimate?: boolean;
            /** @description 1 for an empty list */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null if the page is empty or a cursor is used */
            from: number | null;
            /** @description Number of the last row of this page; null if the page is empty or a cursor is used */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and if a cursor is used */
            prev_page_url: string | null;
            /** @description Set with a cursor; null on the last page */
            next_cursor?: string | null;
            data: components["schemas"]["CampaignOrderResponse"][];
        };
        CampaignPausedCall: {
            /**
             * @description The event type
             * @constant
             */
            event: "campaign.paused";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description The webhook that is called */
            webhook_id: number;
            data: components["schemas"]["CampaignPausedData"];
            /** @description Signature of the body without this member; receivers check the header instead */
            signature: string;
        };
        /** @description A campaign was paused. */
        CampaignPausedData: {
            campaign: components["schemas"]["EventCampaign"];
            /** Format: date-time */
            paused_at: string;
            /** @description Null if a manager paused or resumed the campaign */
            reason: string | null;
        };
        CampaignPreviewResponse: {
            subject: string;
            /** @description Preview text of the inbox */
            pre_header: string;
            html: string;
            /** @description Plain-text part */
            text: string;
        };
        CampaignRemovedResponse: {
            message: string;
        };
        CampaignReportResponse: {
            campaign_id: number;
            campaign_title: string;
            /**
             * @description `working`: being sent; `sent`: every email has a final state; `archived`: by a manager, or cancelled
             * @enum {string}
             */
            status: "draft" | "scheduled" | "working" | "sent" | "paused" | "archived";
            /** @description Time when the last email was sent; null before that */
            sent_at: string | null;
            stats: components["schemas"]["CampaignStatsResponse"];
            revenue: components["schemas"]["CampaignRevenueResponse"];
            /** @description Every day from the first to the last one with figures */
            timeline: components["schemas"]["CampaignDayResponse"][];
            /** @description Links in the order of the email, with clicks of the period */
            links: components["schemas"]["LinkOutcomeResponse"][];
            /** @description The 20 largest domains, then the sum of all others */
            domains: components["schemas"]["DomainOutcomeResponse"][];
            /** @description Results by language, with figures of all time; empty without translations */
            languages: components["schemas"]["LanguageOutcomeResponse"][];
            /** @description Variants of the A/B test, with figures of all time; empty without a test */
            variants: components["schemas"]["TestedVariantResponse"][];
            meta: components["schemas"]["ReportMetaResponse"];
        };
        CampaignReportsPage: {
            /** @description Not meaningful with a cursor */
            current_page: number;
            /** @description Requested rows per page */
            per_page: number;
            /** @description Number of rows on all pages */
            total: number;
            /** @description `true` if `total` is an estimate; absent otherwise */
            total_is_estimate?: boolean;
            /** @description 1 for an empty list */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null if the page is empty or a cursor is used */
            from: number | null;
            /** @description Number of the last row of this page; null if the page is empty or a cursor is used */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and if a cursor is used */
            prev_page_url: string | null;
            /** @description Set with a cursor; null on the last page */
            next_cursor?: string | null;
            data: components["schemas"]["ListedCampaignResponse"][];
        };
        CampaignReportsResponse: {
            /** @description Newest campaign first */
            campaigns: components["schemas"]["CampaignReportsPage"];
            /** @description Sum over all pages, including deleted campaigns */
            totals: components["schemas"]["CampaignTotalsResponse"];
            meta: components["schemas"]["ReportMetaResponse"];
        };
        CampaignResponse: {
            id: number;
            title: string;
            slug: string;
            /**
             * @description `working`: being sent; `sent`: every email has a final state; `archived`: by a manager, or cancelled
             * @enum {string}
             */
            status: "draft" | "scheduled" | "working" | "sent" | "paused" | "archived";
            /** @description Liquid */
            email_subject: string;
            /** @description Preview text of the inbox; Liquid */
            email_pre_header: string;
            email_body: string;
            /** @description Generated from the HTML when empty */
            email_body_text: string;
            /** @description 0 before sending starts */
            recipients_count: number;
            /** @description UTC */
            scheduled_at: string | null;
            /** @description End of the range over which the emails are spread */
            scheduled_until: string | null;
            /**
             * @description How the body becomes a document: `simple` puts it on a card, `plain` adds only a skeleton, `raw_html` leaves it unchanged, `mjml` compiles it
             * @enum {string}
             */
            design_template: "simple" | "plain" | "raw_html" | "mjml";
            /** @description The content by language, such as `de` or `pt-BR`; members that are missing or empty are not translated */
            translations: {
                [key: string]: {
                    email_subject?: string;
                    email_pre_header?: string;
                    email_body?: string;
                    text?: string;
                };
            };
            /** @description Template from which the content was copied */
            template_id: number | null;
            /** @description Whether the UTM parameters are appended to links */
            utm_status: boolean;
            /** @description UTM parameter; appended to links if `utm_status` is true */
            utm_source: string | null;
            /** @description UTM parameter; appended to links if `utm_status` is true */
            utm_medium: string | null;
            /** @description UTM parameter; appended to links if `utm_status` is true */
            utm_campaign: string | null;
            /** @description UTM parameter; appended to links if `utm_status` is true */
            utm_term: string | null;
            /** @description UTM parameter; appended to links if `utm_status` is true */
            utm_content: string | null;
            attachments: components["schemas"]["CampaignAttachmentResponse"][];
            /** @description The campaign that this one resends */
            parent_id: number | null;
            settings: components["schemas"]["CampaignSettingsResponse"];
            created_at: string;
            updated_at: string;
            /** @description With `with[]=stats` */
            stats?: components["schemas"]["CampaignCountsResponse"];
        };
        CampaignResumedCall: {
            /**
             * @description The event type
             * @constant
             */
            event: "campaign.resumed";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description The webhook that is called */
            webhook_id: number;
            data: components["schemas"]["CampaignResumedData"];
            /** @description Signature of the body without this member; receivers check the header instead */
            signature: string;
        };
        /** @description A paused campaign was resumed. */
        CampaignResumedData: {
            campaign: components["schemas"]["EventCampaign"];
            /** Format: date-time */
            resumed_at: string;
            /** @description Null if a manager paused or resumed the campaign */
            reason: string | null;
        };
        CampaignRevenuePage: {
            /** @description Not meaningful with a cursor */
            current_page: number;
            /** @description Requested rows per page */
            per_page: number;
            /** @description Number of rows on all pages */
            total: number;
            /** @description `true` if `total` is an estimate; absent otherwise */
            total_is_estimate?: boolean;
            /** @description 1 for an empty list */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null if the page is empty or a cursor is used */
            from: number | null;
            /** @description Number of the last row of this page; null if the page is empty or a cursor is used */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and if a cursor is used */
            prev_page_url: string | null;
            /** @description Set with a cursor; null on the last page */
            next_cursor?: string | null;
            data: components["schemas"]["CampaignRevenueRowResponse"][];
        };
        CampaignRevenueResponse: {
            /** @description Revenue attributed to the campaign, minus refunds */
            total: number;
            /** @description Completed orders attributed to the campaign */
            orders: number;
            /** @description Orders as a percentage of delivered */
            conversion_rate: number;
            /** @description Null if there are no orders */
            currency: string | null;
        };
        CampaignRevenueRowResponse: {
            campaign_id: number;
            title: string;
            /** @description In the currency of the report */
            revenue: number;
            orders: number;
            /** @description revenue / orders */
            average_order_value: number;
        };
        CampaignRevenuesResponse: {
            orders: components["schemas"]["CampaignOrdersPage"];
            /** @description Net of refunds, for all orders in `currency` */
            total_revenue: number;
            /** @description ISO 4217 code; null without orders */
            currency: string | null;
        };
        CampaignSendingResponse: {
            /**
             * @description Null unless it is `working`
             * @enum {string|null}
             */
            phase: "enrolling" | "testing" | "sending" | "waiting" | "retrying" | null;
            /** @description Why a working campaign waits, or why a paused one was paused; null if a manager paused it */
            waiting_reason: string | null;
        };
        CampaignSentCall: {
            /**
             * @description The event type
             * @constant
             */
            event: "campaign.sent";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description The webhook that is called */
            webhook_id: number;
            data: components["schemas"]["CampaignSentData"];
            /** @description Signature of the body without this member; receivers check the header instead */
            signature: string;
        };
        /** @description Every email of a campaign has reached its final state. */
        CampaignSentData: {
            campaign: components["schemas"]["EventCampaign"];
            /** @description Figures at the time of the event */
            stats: {
                total: number;
                /** @description Accepted by the mail server, or bounced */
                sent: number;
                /** @description Emails opened, without machine opens */
                views: number;
                /** @description Emails clicked, without machine clicks */
                clicks: number;
                unsubscribers: number;
                bounced: number;
                complained: number;
                /** @description Emails refused or given up */
                failed: number;
                /** @description Attributed revenue at the time of the event, net of refunds */
                revenue: number;
                /** @description Currency of the revenue; null without orders */
                currency: string | null;
            };
        };
        CampaignSettings: {
            /** @description Sender and reply address */
            mailer_settings?: components["schemas"]["MailerSettings"];
            /** @description Recipients: a row requires both its list and its tag; rows are joined by OR */
            subscribers?: components["schemas"]["AudiencePair"][];
            /** @description Excluded contacts, in the same form; exclusions always win */
            excludedSubscribers?: components["schemas"]["AudiencePair"][];
            /**
             * @description Which field of the settings defines the recipients
             * @default list_tag
             * @enum {string}
             */
            sending_filter?: "list_tag" | "dynamic_segment" | "advanced_filters" | "resend";
            /**
             * @description How `POST /campaigns/{id}/schedule` uses the time: exactly, as the start of a range, or in the time zone of each contact
             * @default instant
             * @enum {string}
             */
            sending_type?: "instant" | "schedule" | "range_schedule" | "timezone";
            /**
             * @description `auto`: a part without a link to unsubscribe_url or preferences_url gets the standard footer; `none`: the part must contain such a link
             * @default auto
             * @enum {string}
             */
            footer?: "auto" | "none";
            /**
             * @description Language of the email, and of the standard footer for contacts without a field `language` or `locale`; null for English
             * @enum {string|null}
             */
            language?: "en" | "de" | "fr" | "es" | "it" | "nl" | "pt" | "pl" | null;
            /** @description Time zone of dates in the email; null: `APP_TIMEZONE` */
            timezone?: string | null;
            /**
             * @description Send regardless of `FREQUENCY_CAP`; the emails count for the cap of others
             * @default false
             */
            ignore_frequency_cap?: boolean;
            /**
             * @description Track clicks with rewritten links
             * @default true
             */
            click_tracker?: boolean;
            /**
             * @description Track opens with a pixel
             * @default true
             */
            open_tracker?: boolean;
            /** @description The segment, for `sending_filter` `dynamic_segment` */
            dynamic_segment?: components["schemas"]["SegmentChoice"] | null;
            /** @description A rule of the filter language, for `sending_filter` `advanced_filters` */
            advanced_filters?: {
                [key: string]: unknown;
            }[][] | null;
            /** @description Excludes recipients of these campaigns */
            exclude_campaign_ids?: number[];
            /** @description Excludes contacts in any of these segments */
            excluded_segment_ids?: number[];
            /** @description Rate limits across all workers; null for none */
            throttle?: components["schemas"]["Throttle"] | null;
            /** @description When emails may be sent; null for any time */
            send_window?: components["schemas"]["SendWindow"] | null;
            /** @description A/B test of several contents on a sample; null for none */
            ab_test?: components["schemas"]["AbTest"] | null;
        };
        CampaignSettingsResponse: {
            mailer_settings: components["schemas"]["MailerSettingsResponse"];
            /** @description A row requires its list and its tag; any row suffices */
            subscribers: components["schemas"]["AudiencePairResponse"][];
            /** @description Contacts of these rows are excluded */
            excludedSubscribers: components["schemas"]["AudiencePairResponse"][];
            /** @description Recipients of these campaigns are excluded */
            exclude_campaign_ids: number[];
            /** @description Contacts in these segments are excluded */
            excluded_segment_ids: number[];
            /**
             * @description Which field of the settings defines the recipients
             * @enum {string}
             */
            sending_filter: "list_tag" | "dynamic_segment" | "advanced_filters" | "resend";
            /** @description The segment of the recipients */
            dynamic_segment: components["schemas"]["SegmentChoiceResponse"] | null;
            /** @description Rule of the filter language: groups joined by OR; the rows of a group are joined by AND */
            advanced_filters: {
                [key: string]: unknown;
            }[][] | null;
            /** @description Set only for a campaign that resends another one */
            resend: components["schemas"]["ResendResponse"] | null;
            /**
             * @description How a schedule uses its time
             * @enum {string}
             */
            sending_type: "instant" | "schedule" | "range_schedule" | "timezone";
            /** @description Rate limits; null without */
            throttle: components["schemas"]["ThrottleResponse"] | null;
            /** @description Null: at any time */
            send_window: components["schemas"]["SendWindowResponse"] | null;
            ab_test: components["schemas"]["AbTestResponse"] | null;
            /**
             * @description Footer of a part without an opt-out link: `auto` adds the standard footer
             * @enum {string}
             */
            footer: "auto" | "none";
            /**
             * @description Language of the email, and of the standard footer for contacts without a language
             * @enum {string|null}
             */
            language: "en" | "de" | "fr" | "es" | "it" | "nl" | "pt" | "pl" | null;
            /** @description Time zone of dates in the email; null: `APP_TIMEZONE` */
            timezone: string | null;
            /** @description Whether the emails are sent regardless of `FREQUENCY_CAP`; they count under it */
            ignore_frequency_cap: boolean;
            /** @description Whether clicks are tracked */
            click_tracker: boolean;
            /** @description Whether opens are tracked */
            open_tracker: boolean;
            sending: components["schemas"]["CampaignSendingResponse"];
        };
        CampaignStateResponse: {
            campaign: components["schemas"]["StateOfCampaignResponse"];
            /** @description Statuses without emails are omitted */
            stat: components["schemas"]["EmailsInStatusResponse"][];
            /** @description Includes emails that bounced */
            sent_count: number;
            /** @description Deferred by a mail server; they are retried */
            deferred_count: number;
            progress: components["schemas"]["SendingProgressResponse"];
            analytics: components["schemas"]["ReactionsResponse"];
            /** @description Null without an A/B test */
            ab_test: components["schemas"]["AbTestStateResponse"] | null;
            /** @description The variants of the A/B test */
            subject_analytics: components["schemas"]["VariantAnalysisResponse"][];
        };
        CampaignStatsResponse: {
            /** @description Emails that the mail server accepted, or refused at the recipient */
            sent: number;
            /** @description sent - bounced */
            delivered: number;
            /** @description Emails opened at least once */
            opened: number;
            /** @description Emails clicked at least once */
            clicked: number;
            unsubscribed: number;
            bounced: number;
            /** @description Percentage of sent */
            delivery_rate: number;
            /** @description Delivered emails with tracking, the base of the next two rates */
            tracked: number;
            /** @description Percentage of tracked */
            open_rate: number;
            /** @description Percentage of tracked */
            click_rate: number;
            /** @description Percentage of delivered */
            unsubscribe_rate: number;
        };
        CampaignTitle: {
            title: string;
        };
        CampaignTotalsResponse: {
            /** @description Emails that the mail server accepted, or refused at the recipient */
            sent: number;
            /** @description sent - bounced */
            delivered: number;
            /** @description Emails opened at least once */
            opened: number;
            /** @description Emails clicked at least once */
            clicked: number;
            unsubscribed: number;
            bounced: number;
            /** @description Percentage of sent */
            delivery_rate: number;
            /** @description Delivered emails with tracking, the base of the next two rates */
            tracked: number;
            /** @description Percentage of tracked */
            open_rate: number;
            /** @description Percentage of tracked */
            click_rate: number;
            /** @description Percentage of delivered */
            unsubscribe_rate: number;
            revenue: components["schemas"]["CampaignRevenueResponse"];
        };
        CampaignWrittenResponse: {
            campaign: components["schemas"]["CampaignResponse"];
            message: string;
            /** @description With `send` and `schedule`: what the sender failed at its last check; absent if there is nothing */
            warnings?: string[];
        };
        CampaignsPage: {
            /** @description Not meaningful with a cursor */
            current_page: number;
            /** @description Requested rows per page */
            per_page: number;
            /** @description Number of rows on all pages */
            total: number;
            /** @description `true` if `total` is an estimate; absent otherwise */
            total_is_estimate?: boolean;
            /** @description 1 for an empty list */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null if the page is empty or a cursor is used */
            from: number | null;
            /** @description Number of the last row of this page; null if the page is empty or a cursor is used */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and if a cursor is used */
            prev_page_url: string | null;
            /** @description Set with a cursor; null on the last page */
            next_cursor?: string | null;
            data: components["schemas"]["CampaignResponse"][];
        };
        CampaignsResponse: {
            campaigns: components["schemas"]["CampaignsPage"];
        };
        CancelledEmailResponse: {
            message: string;
        };
        ChangeCompanyMembers: {
            /** @description Contact ids */
            subscriber_ids: number[];
            /** @description Company ids. Every contact is combined with every company, at most 10,000 pairs. The first company becomes primary for contacts without a primary one */
            company_ids: number[];
        };
        ChangeOrder: {
            /**
             * Format: email
             * @description Address of the contact
             */
            email?: string | null;
            /** @description Instead of the address, or in addition to it */
            contact_id?: number | null;
            /**
             * @description Moves forward only, except from cancelled
             * @enum {string}
             */
            status?: "pending" | "processing" | "completed" | "cancelled" | "refunded";
            /** @description Purchased items; replaces the items reported before */
            items?: components["schemas"]["OrderItemMembers"][] | null;
            /** @description Order time; UTC unless it has an offset */
            ordered_at?: string | null;
            /** @description Last change in the shop; data older than the stored data changes nothing */
            updated_at?: string | null;
            /** @description Cannot be changed */
            external_id?: string;
            /**
             * @description Cannot be changed
             * @default shop
             */
            provider?: string;
            /** @description Cannot be changed */
            currency?: string;
            /** @description Total that the customer pays; more decimals than the currency has are rounded half to even */
            total?: number;
        };
        ChoiceResponse: {
            /** @description Rules of the filter language, including the rule that the segment had when the job was created */
            rules: {
                /** @description The kind of data and the field */
                source: string[];
                /**
                 * @description Depends on the field
                 * @enum {string}
                 */
                operator: "=" | "!=" | "contains" | "not_contains" | "starts_with" | "in" | "not_in" | "in_all" | ">" | "<" | "between" | "before" | "after" | "within_days" | "not_within_days" | "within_next_days" | "not_within_next_days" | "is_null" | "not_null";
                /** @description What the field is compared with */
                value?: string | number | (string | number)[];
            }[][][];
            /** @description As in `GET /subscribers` */
            search?: string;
            statuses?: ("subscribed" | "unsubscribed" | "pending" | "bounced" | "complained")[];
            /** @description With any of these tags */
            tags?: number[];
            /** @description In any of these lists */
            lists?: number[];
            /** @description Of any of these companies */
            company_ids?: number[];
        };
        ChooseWinner: {
            /** @description Lower-case letters, digits, _ and - */
            key: string;
        };
        CommerceOrderCompletedCall: {
            /**
             * @description The event type
             * @constant
             */
            event: "commerce.order_completed";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description The webhook that is called */
            webhook_id: number;
            data: components["schemas"]["CommerceOrderCompletedData"];
            /** @description Signature of the body without this member; receivers check the header instead */
            signature: string;
        };
        /** @description An order was paid and completed. Raised once per order. */
        CommerceOrderCompletedData: {
            order: components["schemas"]["EventOrder"];
            contact: components["schemas"]["EventContact"];
        };
        CommerceOrderCreatedCall: {
            /**
             * @description The event type
             * @constant
             */
            event: "commerce.order_created";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description The webhook that is called */
            webhook_id: number;
            data: components["schemas"]["CommerceOrderCreatedData"];
            /** @description Signature of the body without this member; receivers check the header instead */
            signature: string;
        };
        /** @description An order was reported for the first time, in any status. */
        CommerceOrderCreatedData: {
            order: components["schemas"]["EventOrder"];
            contact: components["schemas"]["EventContact"];
        };
        CommerceOrderRefundedCall: {
            /**
             * @description The event type
             * @constant
             */
            event: "commerce.order_refunded";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description The webhook that is called */
            webhook_id: number;
            data: components["schemas"]["CommerceOrderRefundedData"];
            /** @description Signature of the body without this member; receivers check the header instead */
            signature: string;
        };
        /** @description A full or partial refund was reported. */
        CommerceOrderRefundedData: {
            order: components["schemas"]["EventOrder"];
            contact: components["schemas"]["EventContact"];
            refund: components["schemas"]["EventRefund"];
        };
        CommerceRevenueRecordedCall: {
            /**
             * @description The event type
             * @constant
             */
            event: "commerce.revenue_recorded";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description The webhook that is called */
            webhook_id: number;
            data: components["schemas"]["CommerceRevenueRecordedData"];
            /** @description Signature of the body without this member; receivers check the header instead */
            signature: string;
        };
        /** @description A line was added to the revenue ledger. */
        CommerceRevenueRecordedData: {
            revenue: {
                order_id: number;
                /** @description Null after the contact was deleted */
                contact_id: number | null;
                /**
                 * @description Whether an order or a refund changed the revenue
                 * @enum {string}
                 */
                kind: "sale" | "refund";
                /** @description Negative for a refund, or when the revenue was attributed to another email before */
                amount: number;
                /** @description Change of the number of orders: 1, 0, or -1 */
                orders: number;
                /** @description ISO 4217 */
                currency: string;
                campaign_id: number | null;
                funnel_id: number | null;
                sequence_id: number | null;
                /** @description The email to which the revenue is attributed */
                email_id: number | null;
                /** @description Attribution rule that matched; null without attribution */
                touch: string | null;
                /**
                 * Format: date-time
                 * @description Time of the order or of the refund, which selects the day in reports
                 */
                recorded_at: string;
            };
        };
        CommerceStatResponse: {
            orders_count: number;
            /** @description Sum of all orders, less refunds */
            total_spent: number;
            /** @description `total_spent` / `orders_count` */
            average_order_value: number;
            /** @description The currency with the most orders, if there are several; null without orders */
            currency: string | null;
            /** @description Null without orders */
            first_order_at: string | null;
            /** @description Null without orders */
            last_order_at: string | null;
            /** @description Sum of all refunds */
            refunded_total: number;
        };
        CompaniesPage: {
            /** @description Not meaningful with a cursor */
            current_page: number;
            /** @description Requested rows per page */
            per_page: number;
            /** @description Number of rows on all pages */
            total: number;
            /** @description `true` if `total` is an estimate; absent otherwise */
            total_is_estimate?: boolean;
            /** @description 1 for an empty list */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null if the page is empty or a cursor is used */
            from: number | null;
            /** @description Number of the last row of this page; null if the page is empty or a cursor is used */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and if a cursor is used */
            prev_page_url: string | null;
            /** @description Set with a cursor; null on the last page */
            next_cursor?: string | null;
            data: components["schemas"]["CompanyResponse"][];
        };
        CompaniesResponse: {
            companies: components["schemas"]["CompaniesPage"];
        };
        CompanyRemovedResponse: {
            message: string;
        };
        CompanyResponse: {
            id: number;
            name: string;
            /** @description Free text */
            industry: string | null;
            /** @description Free text */
            type: string | null;
            website: string | null;
            email: string | null;
            phone: string | null;
            address_line_1: string | null;
            address_line_2: string | null;
            city: string | null;
            state: string | null;
            /** @description Alpha-2 */
            country: string | null;
            postal_code: string | null;
            /** @description Number of employees */
            employees_number: number | null;
            description: string | null;
            /** @description URL of an image */
            logo: string | null;
            linkedin_url: string | null;
            facebook_url: string | null;
            twitter_url: string | null;
            /** @description Free text */
            status: string | null;
            /** @description Number of contacts of the company */
            contacts_count: number;
            created_at: string;
            updated_at: string;
        };
        CompanyWrittenResponse: {
            company: components["schemas"]["CompanyResponse"];
            message: string;
        };
        ComparedDaysResponse: {
            /** @description First local day */
            from: string;
            /** @description Last local day (inclusive) */
            to: string;
        };
        ComparedMetaResponse: {
            /** @description First local day; null for all time */
            from: string | null;
            /** @description Last local day (inclusive); null for all time */
            to: string | null;
            /** @description Time zone of the days */
            timezone: string;
            /** @description When the figures were computed */
            generated_at: string;
            /** @description Whether the figures were cached */
            cached: boolean;
            /** @description Changes committed by this time are counted */
            as_of: string;
            /** @description Null with `compare_with=none` */
            compared_with: components["schemas"]["ComparedDaysResponse"] | null;
        };
        ComplaintDayResponse: {
            /** @description Local day */
            date: string;
            /** @description sent - bounced */
            delivered: number;
            complained: number;
            /** @description Percentage of delivered */
            complaint_rate: number;
        };
        ComplaintRatesResponse: {
            /** @description Percentage of delivered */
            complaint_rate: number;
        };
        ComplaintSourceResponse: {
            /** @description Source; null if unknown */
            reason: string | null;
            total: number;
            /** @description Percentage of all complaints */
            share: number;
        };
        ComplaintThresholdResponse: {
            /** @description Percent */
            warn: number;
            /** @description Percent */
            critical: number;
        };
        ComplaintTotalsResponse: {
            sent: number;
            /** @description sent - bounced */
            delivered: number;
            complained: number;
        };
        ConsentMembers: {
            /** @description IP address of the contact */
            ip?: string | null;
            /** @description Version of the text shown */
            text_version?: string | null;
            /** @description Other evidence, as text or JSON */
            proof?: string | null;
        };
        ConsentOptionResponse: {
            /** @description IP address from which the contacts agreed */
            ip: string | null;
            /** @description The text that contacts saw */
            text_version: string | null;
            /** @description Other evidence of the consent */
            proof: string | null;
        };
        ConsentResponse: {
            id: number;
            /**
             * @description Marketing emails, or the tracking of opens and clicks
             * @enum {string}
             */
            purpose: "email" | "tracking";
            /**
             * @description `requested`: asked to confirm. `changed`: neither granted nor withdrawn, such as a bounce
             * @enum {string}
             */
            action: "requested" | "granted" | "withdrawn" | "changed";
            /**
             * @description The status, or `tracking_consent`; null for a new contact
             * @enum {string|null}
             */
            old_status: "subscribed" | "unsubscribed" | "pending" | "bounced" | "complained" | "unknown" | "granted" | "denied" | null;
            /** @enum {string} */
            new_status: "subscribed" | "unsubscribed" | "pending" | "bounced" | "complained" | "unknown" | "granted" | "denied";
            /** @description The cause, as in `contact.status_changed` */
            source: string;
            /** @description The reason in words, if known */
            reason: string | null;
            /** @description Version of the text shown */
            text_version: string | null;
            /** @description IP address of the contact */
            ip: string | null;
            /** @description Other evidence, as text or JSON */
            proof: string | null;
            /** @description The subscription that the statuses are about; null for all emails */
            list_id: number | null;
            occurred_at: string;
        };
        ConsentsPage: {
            /** @description Not meaningful with a cursor */
            current_page: number;
            /** @description Requested rows per page */
            per_page: number;
            /** @description Number of rows on all pages */
            total: number;
            /** @description `true` if `total` is an estimate; absent otherwise */
            total_is_estimate?: boolean;
            /** @description 1 for an empty list */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null if the page is empty or a cursor is used */
            from: number | null;
            /** @description Number of the last row of this page; null if the page is empty or a cursor is used */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and if a cursor is used */
            prev_page_url: string | null;
            /** @description Set with a cursor; null on the last page */
            next_cursor?: string | null;
            data: components["schemas"]["ConsentResponse"][];
        };
        ConsentsResponse: {
            consents: components["schemas"]["ConsentsPage"];
        };
        ContactChanges: {
            /**
             * Format: email
             * @description Unique
             */
            email?: string;
            /**
             * @description Only `subscribed` contacts receive marketing emails; `pending` ones have not confirmed yet
             * @enum {string}
             */
            status?: "subscribed" | "unsubscribed" | "pending" | "bounced" | "complained";
            first_name?: string | null;
            last_name?: string | null;
            /** @description Split into first and last name if neither is given */
            full_name?: string | null;
            /** @description User id in another system; unique */
            user_id?: number | null;
            /** @description `lead` or `customer`, unless configured otherwise */
            contact_type?: string;
            phone?: string | null;
            address_line_1?: string | null;
            address_line_2?: string | null;
            city?: string | null;
            state?: string | null;
            /** @description Alpha-2 code, alpha-3 code, or name; stored as alpha-2 */
            country?: string | null;
            /** @description Alias of `country` */
            Country?: string | null;
            postal_code?: string | null;
            /** Format: date */
            date_of_birth?: string | null;
            /**
             * Format: uri
             * @description URL of an image
             */
            photo?: string | null;
            /** @description Sends no marketing emails until then; null ends the pause. UTC unless an offset is given */
            paused_until?: string | null;
            /**
             * @description Whether opens and clicks may be tracked; `unknown` follows `TRACKING_DEFAULT`
             * @enum {string}
             */
            tracking_consent?: "unknown" | "granted" | "denied";
            /** @description Tags, each by its id, `{id}`, or `{slug}`; they replace all tags when a contact is updated by its id */
            tags?: (number | ({
                id?: number;
                slug?: string;
            } & {
                [key: string]: unknown;
            }))[];
            /** @description Lists, in the same form; they replace all lists when a contact is updated by its id */
            lists?: (number | ({
                id?: number;
                slug?: string;
            } & {
                [key: string]: unknown;
            }))[];
            /** @description By slug; null or an empty string clears a value */
            custom_values?: {
                [key: string]: string | number | string[] | null;
            };
            /** @description Evidence of the consent; stored in the consent log only */
            consent?: components["schemas"]["ConsentMembers"];
            /** @description With `tracking_consent` `denied`: earlier opens and clicks no longer identify the contact; totals stay */
            forget_tracking?: boolean | ("yes" | "no");
            /** @description Tags to attach */
            attach_tags?: (number | ({
                id?: number;
                slug?: string;
            } & {
                [key: string]: unknown;
            }))[];
            /** @description Tags to detach */
            detach_tags?: (number | ({
                id?: number;
                slug?: string;
            } & {
                [key: string]: unknown;
            }))[];
            /** @description Lists to attach */
            attach_lists?: (number | ({
                id?: number;
                slug?: string;
            } & {
                [key: string]: unknown;
            }))[];
            /** @description Lists to detach */
            detach_lists?: (number | ({
                id?: number;
                slug?: string;
            } & {
                [key: string]: unknown;
            }))[];
            /** @description Subscriptions that the contact leaves: imports and funnels do not add it again, other than after `detach_lists` */
            unsubscribe_lists?: (number | ({
                id?: number;
                slug?: string;
            } & {
                [key: string]: unknown;
            }))[];
        };
        ContactCompanyResponse: {
            id: number;
            name: string;
            /** @description Free text */
            industry: string | null;
            /** @description Free text */
            type: string | null;
            website: string | null;
            email: string | null;
            phone: string | null;
            address_line_1: string | null;
            address_line_2: string | null;
            city: string | null;
            state: string | null;
            /** @description Alpha-2 */
            country: string | null;
            postal_code: string | null;
            /** @description Number of employees */
            employees_number: number | null;
            description: string | null;
            /** @description URL of an image */
            logo: string | null;
            linkedin_url: string | null;
            facebook_url: string | null;
            twitter_url: string | null;
            /** @description Free text */
            status: string | null;
            /** @description Number of contacts of the company */
            contacts_count: number;
            created_at: string;
            updated_at: string;
            /** @description True for exactly one company of each contact */
            is_primary: boolean;
        };
        ContactCreatedCall: {
            /**
             * @description The event type
             * @constant
             */
            event: "contact.created";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description The webhook that is called */
            webhook_id: number;
            data: components["schemas"]["ContactCreatedData"];
            /** @description Signature of the body without this member; receivers check the header instead */
            signature: string;
        };
        /** @description A contact was created. */
        ContactCreatedData: {
            contact: components["schemas"]["EventContact"];
            /**
             * @description Who or what caused the change
             * @enum {string}
             */
            source: "api" | "import" | "trigger" | "funnel" | "one_click" | "page" | "preferences" | "mailto" | "provider" | "double_opt_in" | "bounce" | "complaint" | "system" | "form";
        };
        ContactCreatedResponse: {
            message: string;
            contact: components["schemas"]["ContactResponse"];
            /**
             * @description `updated`: it existed
             * @enum {string}
             */
            action_type: "created" | "updated";
            /** @description True if the address is suppressed, regardless of the status; omitted otherwise */
            suppressed?: boolean;
        };
        ContactDeletedCall: {
            /**
             * @description The event type
             * @constant
             */
            event: "contact.deleted";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description The webhook that is called */
            webhook_id: number;
            data: components["schemas"]["ContactDeletedData"];
            /** @description Signature of the body without this member; receivers check the header instead */
            signature: string;
        };
        /** @description A contact was deleted. */
        ContactDeletedData: {
            contact: components["schemas"]["EventContact"];
            /**
             * @description Who or what caused the change
             * @enum {string}
             */
            source: "api" | "import" | "trigger" | "funnel" | "one_click" | "page" | "preferences" | "mailto" | "provider" | "double_opt_in" | "bounce" | "complaint" | "system" | "form";
        };
        ContactDeletedResponse: {
            message: string;
        };
        ContactGroupResponse: {
            /** @description The id of a list, tag, or segment, or the value itself; null for contacts without one */
            key: number | string | null;
            label: string;
            /** @description Current number of contacts */
            size: number;
            /** @description Percentage of all contacts */
            share: number;
            /** @description Sent emails with tracking, the base of the rates of opens and clicks */
            tracked: number;
            /** @description Percentage of tracked */
            open_rate: number;
            /** @description Percentage of tracked */
            click_rate: number;
            /** @description Percentage of the emails sent to them */
            unsubscribe_rate: number;
            /** @description Revenue minus refunds */
            revenue: number;
        };
        ContactListAddedCall: {
            /**
             * @description The event type
             * @constant
             */
            event: "contact.list_added";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description The webhook that is called */
            webhook_id: number;
            data: components["schemas"]["ContactListAddedData"];
            /** @description Signature of the body without this member; receivers check the header instead */
            signature: string;
        };
        /** @description The contact was added to lists; contains only new lists. */
        ContactListAddedData: {
            contact: components["schemas"]["EventContact"];
            lists: components["schemas"]["EventLabel"][];
        };
        ContactListRemovedCall: {
            /**
             * @description The event type
             * @constant
             */
            event: "contact.list_removed";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description The webhook that is called */
            webhook_id: number;
            data: components["schemas"]["ContactListRemovedData"];
            /** @description Signature of the body without this member; receivers check the header instead */
            signature: string;
        };
        /** @description The contact was removed from lists; contains only lists that it was on. */
        ContactListRemovedData: {
            contact: components["schemas"]["EventContact"];
            lists: components["schemas"]["EventLabel"][];
            /**
             * @description The contact left the subscription; absent if it was detached
             * @enum {string}
             */
            reason?: "unsubscribed";
        };
        ContactResponse: {
            id: number;
            /** @description User id in another system; unique */
            user_id: number | null;
            /** @description Unique and immutable */
            hash: string;
            email: string;
            first_name: string | null;
            last_name: string | null;
            /** @description First and last name; empty if both are unknown */
            full_name: string;
            /**
             * @description Only `subscribed` contacts receive marketing emails; `pending` ones have not confirmed yet
             * @enum {string}
             */
            status: "subscribed" | "unsubscribed" | "pending" | "bounced" | "complained";
            /** @description `lead` or `customer`, unless configured otherwise */
            contact_type: string;
            phone: string | null;
            address_line_1: string | null;
            address_line_2: string | null;
            city: string | null;
            state: string | null;
            /** @description Alpha-2 */
            country: string | null;
            postal_code: string | null;
            date_of_birth: string | null;
            photo: string | null;
            /** @description The contact receives no marketing emails until then */
            paused_until: string | null;
            /**
             * @description Whether opens and clicks may be tracked
             * @enum {string}
             */
            tracking_consent: "unknown" | "granted" | "denied";
            tags: components["schemas"]["LabelResponse"][];
            lists: components["schemas"]["LabelResponse"][];
            /** @description Values by field slug, if requested; an array for checkboxes, otherwise text */
            custom_values?: {
                [key: string]: string | string[];
            };
            /** @description Only with `with[]=stats` */
            stats?: components["schemas"]["ContactStatsResponse"];
            /** @description With `with[]=companies`; the primary one first */
            companies?: components["schemas"]["ContactCompanyResponse"][];
            /** @description Only with `with[]=subscriptions`; lists that are subscriptions */
            subscriptions?: components["schemas"]["ContactSubscriptionResponse"][];
            /** @description Only with `with[]=commerce_stat` */
            commerce_stat?: components["schemas"]["CommerceStatResponse"];
            created_at: string;
            updated_at: string;
        };
        ContactRevenuePage: {
            /** @description Not meaningful with a cursor */
            current_page: number;
            /** @description Requested rows per page */
            per_page: number;
            /** @description Number of rows on all pages */
            total: number;
            /** @description `true` if `total` is an estimate; absent otherwise */
            total_is_estimate?: boolean;
            /** @description 1 for an empty list */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null if the page is empty or a cursor is used */
            from: number | null;
            /** @description Number of the last row of this page; null if the page is empty or a cursor is used */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and if a cursor is used */
            prev_page_url: string | null;
            /** @description Set with a cursor; null on the last page */
            next_cursor?: string | null;
            data: components["schemas"]["ContactRevenueRowResponse"][];
        };
        ContactRevenueRowResponse: {
            contact: components["schemas"]["RevenueContactResponse"];
            /** @description Net of refunds */
            revenue: number;
            orders: number;
            /** @description revenue / orders */
            average_order_value: number;
        };
        ContactStatsResponse: {
            /** @description Emails sent to the contact */
            emails: number;
            /** @description Emails opened by a human */
            opens: number;
            /** @description Emails with a click by a human */
            clicks: number;
        };
        ContactStatusChangedCall: {
            /**
             * @description The event type
             * @constant
             */
            event: "contact.status_changed";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description The webhook that is called */
            webhook_id: number;
            data: components["schemas"]["ContactStatusChangedData"];
            /** @description Signature of the body without this member; receivers check the header instead */
            signature: string;
        };
        /** @description The status of a contact changed. */
        ContactStatusChangedData: {
            contact: components["schemas"]["EventContact"];
            /**
             * @description Only `subscribed` contacts receive marketing emails; `pending` ones have not confirmed yet
             * @enum {string}
             */
            old_status: "subscribed" | "unsubscribed" | "pending" | "bounced" | "complained";
            /**
             * @description Only `subscribed` contacts receive marketing emails; `pending` ones have not confirmed yet
             * @enum {string}
             */
            new_status: "subscribed" | "unsubscribed" | "pending" | "bounced" | "complained";
            /** @description Null if none was given */
            reason: string | null;
            /**
             * @description Who or what caused the change
             * @enum {string}
             */
            source: "api" | "import" | "trigger" | "funnel" | "one_click" | "page" | "preferences" | "mailto" | "provider" | "double_opt_in" | "bounce" | "complaint" | "system" | "form";
        };
        ContactSubscriptionResponse: {
            list_id: number;
            title: string;
            /** @description Name that the contact sees; null for the title */
            public_name: string | null;
            /**
             * @description Only `subscribed` contacts are in `lists` and get emails
             * @enum {string}
             */
            state: "subscribed" | "pending" | "unsubscribed";
            changed_at: string;
        };
        ContactTagAddedCall: {
            /**
             * @description The event type
             * @constant
             */
            event: "contact.tag_added";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description The webhook that is called */
            webhook_id: number;
            data: components["schemas"]["ContactTagAddedData"];
            /** @description Signature of the body without this member; receivers check the header instead */
            signature: string;
        };
        /** @description Tags were added; contains only tags that the contact did not have. */
        ContactTagAddedData: {
            contact: components["schemas"]["EventContact"];
            tags: components["schemas"]["EventLabel"][];
        };
        ContactTagRemovedCall: {
            /**
             * @description The event type
             * @constant
             */
            event: "contact.tag_removed";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description The webhook that is called */
            webhook_id: number;
            data: components["schemas"]["ContactTagRemovedData"];
            /** @description Signature of the body without this member; receivers check the header instead */
            signature: string;
        };
        /** @description Tags were removed; contains only tags that the contact had. */
        ContactTagRemovedData: {
            contact: components["schemas"]["EventContact"];
            tags: components["schemas"]["EventLabel"][];
        };
        ContactUpdatedCall: {
            /**
             * @description The event type
             * @constant
             */
            event: "contact.updated";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description The webhook that is called */
            webhook_id: number;
            data: components["schemas"]["ContactUpdatedData"];
            /** @description Signature of the body without this member; receivers check the header instead */
            signature: string;
        };
        /** @description Fields or custom values of a contact changed; one event per write. Changes of status, tags, and lists have separate events. */
        ContactUpdatedData: {
            contact: components["schemas"]["EventContact"];
            /** @description Changed fields by name; custom values as `custom_values.<slug>`. Times are ISO 8601, dates are `YYYY-MM-DD` */
            changes: {
                [key: string]: {
                    /** @description Null if there was no value */
                    old: unknown;
                    /** @description Null if there is no value */
                    new: unknown;
                };
            };
        };
        ContactUpdatedResponse: {
            message: string;
            contact: components["schemas"]["ContactResponse"];
            /** @description Whether any stored value changed */
            isDirty: boolean;
        };
        ContactsMergedResponse: {
            message: string;
            /** @description The kept contact after the merge */
            subscriber: components["schemas"]["ContactResponse"];
        };
        ContactsPage: {
            /** @description Not meaningful with a cursor */
            current_page: number;
            /** @description Requested rows per page */
            per_page: number;
            /** @description Number of rows on all pages */
            total: number;
            /** @description `true` if `total` is an estimate; absent otherwise */
            total_is_estimate?: boolean;
            /** @description 1 for an empty list */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null if the page is empty or a cursor is used */
            from: number | null;
            /** @description Number of the last row of this page; null if the page is empty or a cursor is used */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and if a cursor is used */
            prev_page_url: string | null;
            /** @description Set with a cursor; null on the last page */
            next_cursor?: string | null;
            data: components["schemas"]["ContactResponse"][];
        };
        CountedListResponse: {
            id: number;
            title: string;
            slug: string;
            description: string | null;
            /**
             * @description `1` if contacts can see and join it in the preference center
             * @enum {string}
             */
            is_public: "0" | "1";
            subscription: components["schemas"]["ListSubscriptionResponse"];
            created_at: string;
            updated_at: string;
            /** @description Number of contacts; omitted with `exclude_counts` */
            totalCount?: number;
            /** @description Number of subscribed contacts; omitted with `exclude_counts` */
            subscribersCount?: number;
        };
        CountedTagResponse: {
            id: number;
            title: string;
            slug: string;
            description: string | null;
            created_at: string;
            updated_at: string;
            /** @description Number of contacts; omitted with `exclude_counts` */
            totalCount?: number;
            /** @description Number of subscribed contacts; omitted with `exclude_counts` */
            subscribersCount?: number;
        };
        CountryOptionResponse: {
            code: string;
            title: string;
        };
        CreateCampaign: {
            /** @description Subject line (Liquid) */
            email_subject?: string;
            /** @description Preview text in the inbox (Liquid) */
            email_pre_header?: string;
            /** @description HTML with Liquid (MJML if `design_template` is `mjml`); campaigns without a link to {{ unsubscribe_url }} or {{ preferences_url }} get the standard footer */
            email_body?: string;
            /** @description Plain text part (Liquid); generated from the HTML if empty */
            email_body_text?: string;
            /**
             * @description Format of the body and the layout around it
             * @default simple
             * @enum {string}
             */
            design_template?: "simple" | "plain" | "raw_html" | "mjml";
            /** @description The content by language, such as `de` or `pt-BR`; members that are missing or empty are not translated */
            translations?: {
                [key: string]: {
                    email_subject?: string;
                    email_pre_header?: string;
                    email_body?: string;
                    text?: string;
                };
            };
            /** @description Short form of `settings.subscribers`: members of any of these lists */
            lists?: number[];
            /** @description Short form of `settings.subscribers`: contacts with any of these tags */
            tags?: number[];
            /** @description Short form of `settings.excludedSubscribers`, by list */
            exclude_lists?: number[];
            /** @description Short form of `settings.excludedSubscribers`, by tag */
            exclude_tags?: number[];
            /** @description Template that supplies the content fields that are not given */
            template_id?: number | null;
            /**
             * @description Whether the UTM parameters are appended to links
             * @default false
             */
            utm_status?: boolean;
            /** @description Appended to links that do not have the parameter yet */
            utm_source?: string | null;
            /** @description Appended to links that do not have the parameter yet */
            utm_medium?: string | null;
            /** @description Appended to links that do not have the parameter yet */
            utm_campaign?: string | null;
            /** @description Appended to links that do not have the parameter yet */
            utm_term?: string | null;
            /** @description Appended to links that do not have the parameter yet */
            utm_content?: string | null;
            /** @description Replaces all attachments; an empty array removes them */
            attachments?: components["schemas"]["Attachment"][];
            /** @description Generated from the title by default */
            slug?: string;
            /**
             * @description Must equal the current status (`draft` for a new campaign); routes such as `POST /campaigns/{id}/send` change it
             * @enum {string|null}
             */
            status?: "draft" | "scheduled" | "working" | "sent" | "paused" | "archived" | null;
            /** @description Omitted members are unchanged */
            settings?: components["schemas"]["CampaignSettings"];
            title: string;
        };
        CreateCompany: {
            /** @description Free text */
            industry?: string | null;
            /** @description Free text */
            type?: string | null;
            /** Format: uri */
            website?: string | null;
            /** Format: email */
            email?: string | null;
            phone?: string | null;
            address_line_1?: string | null;
            address_line_2?: string | null;
            city?: string | null;
            state?: string | null;
            /** @description Alpha-2 code, alpha-3 code, or name; stored as alpha-2 */
            country?: string | null;
            postal_code?: string | null;
            /** @description Number of employees */
            employees_number?: number | null;
            description?: string | null;
            /**
             * Format: uri
             * @description URL of an image
             */
            logo?: string | null;
            /** Format: uri */
            linkedin_url?: string | null;
            /** Format: uri */
            facebook_url?: string | null;
            /** Format: uri */
            twitter_url?: string | null;
            /** @description Free text */
            status?: string | null;
            /** @description Unique, regardless of case */
            name: string;
        };
        CreateContact: {
            /**
             * Format: email
             * @description Unique
             */
            email: string;
            /**
             * @description Required for a new contact, unless `double_optin` is set
             * @enum {string}
             */
            status?: "subscribed" | "unsubscribed" | "pending" | "bounced" | "complained";
            first_name?: string | null;
            last_name?: string | null;
            /** @description Split into first and last name if neither is given */
            full_name?: string | null;
            /** @description User id in another system; unique */
            user_id?: number | null;
            /** @description `lead` or `customer`, unless configured otherwise */
            contact_type?: string;
            phone?: string | null;
            address_line_1?: string | null;
            address_line_2?: string | null;
            city?: string | null;
            state?: string | null;
            /** @description Alpha-2 code, alpha-3 code, or name; stored as alpha-2 */
            country?: string | null;
            /** @description Alias of `country` */
            Country?: string | null;
            postal_code?: string | null;
            /** Format: date */
            date_of_birth?: string | null;
            /**
             * Format: uri
             * @description URL of an image
             */
            photo?: string | null;
            /** @description Sends no marketing emails until then; null ends the pause. UTC unless an offset is given */
            paused_until?: string | null;
            /**
             * @description Whether opens and clicks may be tracked; `unknown` follows `TRACKING_DEFAULT`
             * @enum {string}
             */
            tracking_consent?: "unknown" | "granted" | "denied";
            /** @description Tags, each by its id, `{id}`, or `{slug}`; they replace all tags when a contact is updated by its id */
            tags?: (number | ({
                id?: number;
                slug?: string;
            } & {
                [key: string]: unknown;
            }))[];
            /** @description Lists, in the same form; they replace all lists when a contact is updated by its id */
            lists?: (number | ({
                id?: number;
                slug?: string;
            } & {
                [key: string]: unknown;
            }))[];
            /** @description By slug; null or an empty string clears a value */
            custom_values?: {
                [key: string]: string | number | string[] | null;
            };
            /** @description Evidence of the consent; stored in the consent log only */
            consent?: components["schemas"]["ConsentMembers"];
            /** @description With `tracking_consent` `denied`: earlier opens and clicks no longer identify the contact; totals stay */
            forget_tracking?: boolean | ("yes" | "no");
            /** @description Update the contact if the address exists */
            __force_update?: boolean | ("yes" | "no");
            /** @description Sets `pending` instead of `subscribed` and sends a double opt-in email; `status` may then be omitted */
            double_optin?: boolean | ("yes" | "no");
        };
        CreateCustomField: {
            /** @description Unique; default: the type, with `_2`, `_3` appended if that is taken */
            field_key?: string;
            /**
             * @description `select-one` and `radio` hold one of `options`, `checkbox` any number of them
             * @enum {string}
             */
            type: "text" | "textarea" | "select-one" | "checkbox" | "radio" | "number" | "date" | "url" | "email";
            label: string;
            /** @description The key in `custom_values`; default: generated from the label. It cannot be changed later */
            slug?: string;
            /** @description The options of a select-one, radio, or checkbox field */
            options?: string[] | null;
            /** @description Whether contacts can see and change their value in the preference center; `0` or `1` */
            is_public?: boolean;
        };
        CreateForm: {
            /** @description Lists that a sign-up joins */
            lists?: number[];
            /** @description Tags that a sign-up gets */
            tags?: number[];
            /** @description Fields besides the address. A text means `{key}` */
            fields?: (string | components["schemas"]["FormField"])[];
            /** @description Next to a box that must be ticked */
            consent_text?: string | null;
            /**
             * @description `ask`: with a box for the consent to tracking
             * @enum {string}
             */
            tracking_consent?: "ask" | "no";
            /** @description Whether new addresses are confirmed; known ones always are */
            double_optin?: boolean;
            /**
             * Format: uri
             * @description Page after a sign-up
             */
            redirect_url?: string | null;
            /** @description Websites; empty: all, without scripts */
            allowed_origins?: string[];
            /**
             * @description Default: the language of the browser
             * @enum {string|null}
             */
            language?: "en" | "de" | "fr" | "es" | "it" | "nl" | "pt" | "pl" | null;
            /** @description Heading of the page */
            title: string;
        };
        CreateFunnel: {
            /**
             * @description Must equal the current status (`draft` for a new funnel); `PUT /funnels/{id}/status` changes it
             * @enum {string|null}
             */
            status?: "draft" | "published" | "paused" | null;
            /** @description Filters, re-entry and exit rules: `run_multiple`, `reentry`, `filters`, `exit` */
            conditions?: {
                [key: string]: unknown;
            };
            /** @description The parameters of the trigger (`GET /funnels/triggers`) and the settings that all funnels share */
            settings?: {
                [key: string]: unknown;
            };
            /** @description The steps in the order in which they run; `GET /funnels/actions` has the schema of their settings. A step with an `id` keeps its identity; a step without one is new. */
            sequences?: {
                id?: number;
                /** @description See `GET /funnels/actions` */
                action_name: string;
                title?: string;
                description?: string;
                /** @description See `GET /funnels/actions` */
                settings?: {
                    [key: string]: unknown;
                };
                /** @description A rule of the filter language; contacts that do not match skip the step */
                conditions?: {
                    [key: string]: unknown;
                }[][];
                /** @description Seconds before the step, at most 31536000 */
                delay?: number;
                /** @description The branches of a condition or split, each an array of steps */
                children?: {
                    [key: string]: {
                        [key: string]: unknown;
                    }[];
                };
            }[];
            title: string;
            /** @description See `GET /funnels/triggers` */
            trigger_name: string;
        };
        CreateList: {
            /** @description Identifier for URLs; default: generated from the title */
            slug?: string;
            /** @description Shown in the preference center if the list is public */
            description?: string | null;
            /** @description Whether contacts can see and join it in the preference center; `0` or `1` */
            is_public?: boolean;
            /** @description Lets contacts subscribe to the list and leave it alone; omitted members are unchanged */
            subscription?: components["schemas"]["Subscription"];
            /** @description Unique, regardless of case */
            title: string;
        };
        CreateScheduledReport: {
            /** @description Filters and time of sending */
            settings?: components["schemas"]["ScheduledReportSettings"];
            /**
             * @description A paused report is sent only by `run`
             * @default active
             * @enum {string}
             */
            status?: "active" | "paused";
            /** @description IANA time zone. Default: `APP_TIMEZONE` */
            timezone?: string;
            /** @description Title; the email subject starts with it */
            title: string;
            /**
             * @description Type of report
             * @enum {string}
             */
            type: "overview" | "campaigns" | "campaign" | "funnels" | "funnel" | "subscriber-growth" | "subscriber-activity" | "top-subscribers" | "revenue" | "bounces" | "spam-complaints" | "unsubscribes" | "lists" | "tags" | "segmentation-analysis" | "ab-testing" | "engagement-scores";
            /**
             * @description How often the report is sent; also the length of its period
             * @enum {string}
             */
            frequency: "daily" | "weekly" | "monthly" | "quarterly";
            /** @description 1 to 20 email addresses; recipients do not need to be managers */
            recipients: string[];
        };
        CreateSegment: {
            /** @description Identifier for URLs; default: generated from the title */
            slug?: string;
            /** @description Internal description */
            description?: string | null;
            /** @description Unique, regardless of case */
            title: string;
            /** @description Groups of rows. A contact matches if it matches all rows of any group. See docs/filters.md. */
            filters: {
                /** @description The kind of data and the field */
                source: string[];
                /**
                 * @description Depends on the field
                 * @enum {string}
                 */
                operator: "=" | "!=" | "contains" | "not_contains" | "starts_with" | "in" | "not_in" | "in_all" | ">" | "<" | "between" | "before" | "after" | "within_days" | "not_within_days" | "within_next_days" | "not_within_next_days" | "is_null" | "not_null";
                /** @description What the field is compared with */
                value?: string | number | (string | number)[];
            }[][];
        };
        CreateSender: {
            /** @description Default From value of emails */
            from_name?: string;
            /**
             * Format: email
             * @description Default Reply-To address of emails
             */
            reply_to?: string | null;
            /** @description Default: 587, or 465 with `secure` */
            port?: number;
            /**
             * @description TLS from the first byte; otherwise STARTTLS when the server offers it
             * @default false
             */
            secure?: boolean;
            /** @description Null: no login */
            username?: string | null;
            /** @description Never returned */
            password?: string | null;
            /** @description Log in by OAuth 2.0 (XOAUTH2) instead of a password; null to remove */
            oauth2?: components["schemas"]["OAuth2"] | null;
            /**
             * @description Maximum number of connections per worker
             * @default 10
             */
            pool_size?: number;
            /** @description Emails per second across all workers; null for no limit */
            rate?: number | null;
            /** @description Emails per local day; null for no limit. All emails count; campaigns and funnels stop at it, other emails do not */
            daily_cap?: number | null;
            /** @description Campaign emails per local day; null for no other limit than daily_cap */
            daily_cap_bulk?: number | null;
            /** @description Warm-up to the daily cap; null to apply the cap from the first day */
            warmup?: components["schemas"]["Warmup"] | null;
            /** @description Key that signs emails; null for no signature */
            dkim?: components["schemas"]["Dkim"] | null;
            /** @description Domain of the address for bounces */
            return_path_domain?: string | null;
            /** @description The sender for which this one is the fallback while its mail server has trouble */
            fallback_of?: number | null;
            /** @description Unique, ignoring case */
            name: string;
            /**
             * Format: email
             * @description Default From value of emails
             */
            from_email: string;
            /** @description The mail server */
            host: string;
        };
        CreateSnippet: {
            /** @description For HTML (Liquid) */
            html?: string | null;
            /** @description For MJML (Liquid) */
            mjml?: string | null;
            /** @description For subjects, preview texts, and text parts (Liquid) */
            text?: string | null;
            /** @description Lower-case letters, digits, _ and - */
            key: string;
            title: string;
        };
        CreateTag: {
            /** @description Identifier for URLs; default: generated from the title */
            slug?: string;
            /** @description Internal description */
            description?: string | null;
            /** @description Unique, regardless of case */
            title: string;
        };
        CreateTemplate: {
            /** @description Subject line (Liquid) */
            email_subject?: string;
            /** @description Preview text in the inbox (Liquid) */
            email_pre_header?: string;
            /** @description HTML with Liquid (MJML if `design_template` is `mjml`); campaigns without a link to {{ unsubscribe_url }} or {{ preferences_url }} get the standard footer */
            email_body?: string;
            /** @description Plain text part (Liquid); generated from the HTML if empty */
            email_body_text?: string;
            /**
             * @description Format of the body and the layout around it
             * @default simple
             * @enum {string}
             */
            design_template?: "simple" | "plain" | "raw_html" | "mjml";
            /** @description The content by language, such as `de` or `pt-BR`; members that are missing or empty are not translated */
            translations?: {
                [key: string]: {
                    email_subject?: string;
                    email_pre_header?: string;
                    email_body?: string;
                    text?: string;
                };
            };
            description?: string | null;
            /** @description JSON Schema of the `data` that the content needs; single emails and simulations are checked against it */
            data_schema?: {
                [key: string]: unknown;
            } | null;
            /** @description Unique, regardless of case */
            title: string;
        };
        CreateWebhook: {
            /** @description A label */
            name: string;
            /** @description The URL that receives the calls; HTTPS only */
            url: string;
            /** @description Events to subscribe to: `*`, a family such as `contact.*`, or names: contact.created, contact.updated, contact.deleted, contact.status_changed, contact.tag_added, contact.tag_removed, contact.list_added, contact.list_removed, email.sent, email.opened, email.clicked, email.bounced, email.spam_complaint, email.unsubscribed, campaign.created, campaign.sent, campaign.paused, campaign.resumed, funnel.subscriber_added, funnel.subscriber_completed, funnel.subscriber_exited, funnel.sequence_completed, commerce.order_created, commerce.order_completed, commerce.order_refunded, commerce.revenue_recorded */
            events: string[];
            /**
             * @description An `inactive` webhook receives nothing
             * @default active
             * @enum {string}
             */
            status?: "active" | "inactive";
            /** @description Generated and shown once when omitted. Fewer than 16 characters are accepted with a warning */
            secret?: string | null;
            /** @description Start of the history to deliver first: `-30d`, `-12h`, `-90m`, or a cursor of `GET /events`. Events that are still in the event log are delivered from there on, in order, before newer ones */
            from?: string | null;
        };
        CreatedWebhookResponse: {
            id: number;
            name: string;
            url: string;
            events: ("contact.created" | "contact.updated" | "contact.deleted" | "contact.status_changed" | "contact.tag_added" | "contact.tag_removed" | "contact.list_added" | "contact.list_removed" | "email.sent" | "email.opened" | "email.clicked" | "email.bounced" | "email.spam_complaint" | "email.unsubscribed" | "campaign.created" | "campaign.sent" | "campaign.paused" | "campaign.resumed" | "funnel.subscriber_added" | "funnel.subscriber_completed" | "funnel.subscriber_exited" | "funnel.sequence_completed" | "commerce.order_created" | "commerce.order_completed" | "commerce.order_refunded" | "commerce.revenue_recorded")[];
            /**
             * @description `failed`: disabled after repeated failures
             * @enum {string}
             */
            status: "active" | "inactive" | "failed";
            /** @description Whether calls are signed */
            has_secret: boolean;
            /** @description Until when the previous secret also signs; null if there is none */
            previous_secret_until: string | null;
            created_at: string;
            updated_at: string;
            /** @description Shown in this response only */
            secret: string;
        };
        CustomFieldOptionResponse: {
            /** @description Unique; default: the type */
            field_key: string;
            type: string;
            label: string;
            slug: string;
            options?: string[];
        };
        CustomFieldRemovedResponse: {
            message: string;
        };
        CustomFieldResponse: {
            /** @description Unique; default: the type */
            field_key: string;
            /**
             * @description `select-one` and `radio` hold one of `options`, `checkbox` any number of them
             * @enum {string}
             */
            type: "text" | "textarea" | "select-one" | "checkbox" | "radio" | "number" | "date" | "url" | "email";
            label: string;
            /** @description The key in `custom_values` */
            slug: string;
            /** @description Only for types with options */
            options?: string[];
            /**
             * @description `1` if contacts can see and change their value in the preference center
             * @enum {string}
             */
            is_public: "0" | "1";
        };
        CustomFieldSavedResponse: {
            field: components["schemas"]["CustomFieldResponse"];
            message: string;
        };
        CustomFieldSetSavedResponse: {
            fields: components["schemas"]["CustomFieldResponse"][];
            message: string;
        };
        CustomFieldsResponse: {
            fields: components["schemas"]["CustomFieldResponse"][];
            /** @description Field types by name, only with `with[]=field_types` */
            field_types?: {
                [key: string]: components["schemas"]["FieldTypeResponse"];
            };
        };
        DefinitionResponse: {
            /** @description Unique; default: the type */
            field_key: string;
            /**
             * @description `select-one` and `radio` hold one of `options`, `checkbox` any number of them
             * @enum {string}
             */
            type: "text" | "textarea" | "select-one" | "checkbox" | "radio" | "number" | "date" | "url" | "email";
            label: string;
            /** @description The key in `custom_values` */
            slug: string;
            /** @description Only for types with options */
            options?: string[];
            /**
             * @description `1` if contacts can see and change their value in the preference center
             * @enum {string}
             */
            is_public: "0" | "1";
        };
        DeliveryDetailsResponse: {
            id: number;
            /** @description Event type, or `webhook.test` */
            event: string;
            /**
             * @description `pending`: waits for an attempt or a retry; `failed`: no further attempts are made
             * @enum {string}
             */
            status: "pending" | "success" | "failed";
            /** @description HTTP status of the latest attempt; 0 without a response, null before the first attempt */
            response_code: number | null;
            /** @description Duration of the latest attempt in milliseconds */
            response_time: number | null;
            /** @description Null before the first attempt */
            attempted_at: string | null;
            /** @description Requests made so far */
            attempts: number;
            /** @description When the next attempt is due; null if there is none or an attempt is in progress */
            next_attempt_at: string | null;
            /** @description Why the latest attempt failed */
            error: string | null;
            /** @description The `X-Request-Id` of the API request that caused the event; null if none did, for example for a scheduled campaign */
            request_id: string | null;
            /** @description What the next attempt would send */
            request: components["schemas"]["NextRequestResponse"];
            /** @description Oldest attempt first */
            attempt_log: components["schemas"]["AttemptResponse"][];
        };
        DeliveryListResponse: {
            deliveries: components["schemas"]["DeliveryResponse"][];
            pagination: components["schemas"]["DeliveryPagination"];
        };
        DeliveryPagination: {
            /** @description Number of deliveries on all pages */
            total: number;
            per_page: number;
            current_page: number;
            /** @description Number of the last page; 1 if there are no deliveries */
            last_page: number;
            /** @description With cursor pagination only: the cursor of the next page; null on the last page */
            next_cursor?: string | null;
        };
        DeliveryRequestResponse: {
            /** @description Null for attempts made before URLs were recorded */
            url: string | null;
            /** @description Headers without the signatures */
            headers: {
                [key: string]: string;
            };
        };
        DeliveryResponse: {
            id: number;
            /** @description Event type, or `webhook.test` */
            event: string;
            /**
             * @description `pending`: waits for an attempt or a retry; `failed`: no further attempts are made
             * @enum {string}
             */
            status: "pending" | "success" | "failed";
            /** @description HTTP status of the latest attempt; 0 without a response, null before the first attempt */
            response_code: number | null;
            /** @description Duration of the latest attempt in milliseconds */
            response_time: number | null;
            /** @description Null before the first attempt */
            attempted_at: string | null;
            /** @description Requests made so far */
            attempts: number;
            /** @description When the next attempt is due; null if there is none or an attempt is in progress */
            next_attempt_at: string | null;
            /** @description Why the latest attempt failed */
            error: string | null;
        };
        DestinationChangeResponse: {
            at: string;
            /** @enum {string} */
            state: "normal" | "throttled" | "quarantined";
            reason: string;
        };
        DestinationResponse: {
            /** @description The mailbox provider: a name, or the domain of its mail hosts */
            provider: string;
            /**
             * @description `throttled`: emails leave more slowly. `quarantined`: only a probe leaves now and then
             * @enum {string}
             */
            state: "normal" | "throttled" | "quarantined";
            /** @description Emails per second over all workers now; null for no limit of this destination */
            rate: number | null;
            /** @description Emails in progress per worker */
            concurrency: number | null;
            reason: string | null;
            /** @description The status code that decided the state */
            code: string | null;
            /** @description What to do; null while the state is normal */
            advice: string | null;
            /** @description When the next probe of a quarantine may leave */
            next_probe_at: string | null;
            /** @description Emails that the provider accepted */
            accepted: number;
            /** @description Attempts at which it asked for less */
            deferred: number;
            /** @description Attempts that it refused by policy */
            refused: number;
            /** @description Accepted emails that bounce messages refused by policy */
            dsn_refused: number;
            changed_at: string | null;
            /** @description The last answers that limited it, newest first */
            last_replies: components["schemas"]["ProviderReplyResponse"][];
            /** @description The last changes of state, newest first */
            changes: components["schemas"]["DestinationChangeResponse"][];
        };
        DestinationsResponse: {
            /** @description Limited ones first, then those with the most emails */
            destinations: components["schemas"]["DestinationResponse"][];
        };
        Dkim: {
            /** @description Domain: `d=` of signatures */
            domain?: string;
            /** @description Selector: `s=` of signatures */
            selector?: string;
            /** @description RSA of 1024 to 4096 bits, or Ed25519, in PEM; never returned */
            private_key?: string;
            /**
             * @description Generate an RSA key of 2048 bits instead of supplying one
             * @default false
             */
            generate?: boolean;
        };
        DkimResponse: {
            /** @description Signing domain */
            domain: string;
            /** @description Name of the key in DNS */
            selector: string;
            /** @description TXT record to publish in DNS, so that signatures are valid */
            dns_record: components["schemas"]["DnsRecordResponse"];
        };
        DnsRecordResponse: {
            name: string;
            /** @description Value of the TXT record */
            value: string;
        };
        DoBulkAction: {
            /**
             * @description The action. FluentCRM names are accepted too; see docs/bulk-actions.md
             * @enum {string}
             */
            action_name: "add_tags" | "remove_tags" | "add_lists" | "remove_lists" | "add_companies" | "remove_companies" | "change_status" | "delete" | "add_to_funnel";
            /** @description The contacts. The action runs before the response, for all of them or none */
            subscriber_ids?: number[];
            /** @description Instead of `subscriber_ids`: all contacts that match, processed by a job */
            filter?: {
                /** @description The kind of data and the field */
                source: string[];
                /**
                 * @description Depends on the field
                 * @enum {string}
                 */
                operator: "=" | "!=" | "contains" | "not_contains" | "starts_with" | "in" | "not_in" | "in_all" | ">" | "<" | "between" | "before" | "after" | "within_days" | "not_within_days" | "within_next_days" | "not_within_next_days" | "is_null" | "not_null";
                /** @description What the field is compared with */
                value?: string | number | (string | number)[];
            }[][] | {
                /** @description Groups of rows. A contact matches if it matches all rows of any group. See docs/filters.md. */
                filters?: {
                    /** @description The kind of data and the field */
                    source: string[];
                    /**
                     * @description Depends on the field
                     * @enum {string}
                     */
                    operator: "=" | "!=" | "contains" | "not_contains" | "starts_with" | "in" | "not_in" | "in_all" | ">" | "<" | "between" | "before" | "after" | "within_days" | "not_within_days" | "within_next_days" | "not_within_next_days" | "is_null" | "not_null";
                    /** @description What the field is compared with */
                    value?: string | number | (string | number)[];
                }[][];
                /** @description Contacts in this segment */
                segment_id?: number;
                /** @description As in `GET /subscribers` */
                search?: string;
                statuses?: ("subscribed" | "unsubscribed" | "pending" | "bounced" | "complained")[];
                tags?: number[];
                lists?: number[];
                company_ids?: number[];
            };
            /** @description For add_tags and remove_tags */
            tags?: number[];
            /** @description For add_lists and remove_lists */
            lists?: number[];
            /** @description For add_companies and remove_companies */
            companies?: number[];
            /** @description Alias of `companies` */
            company_ids?: number[];
            /** @description Alias of `tags`, `lists`, or `companies`, depending on the action */
            action_options?: number[];
            /**
             * @description The new status, for change_status
             * @enum {string}
             */
            status?: "subscribed" | "unsubscribed" | "pending" | "bounced" | "complained";
            /**
             * @description Alias of `status`
             * @enum {string}
             */
            new_status?: "subscribed" | "unsubscribed" | "pending" | "bounced" | "complained";
            /**
             * @description For change_status: also changes unsubscribed, bounced, and complained contacts to a weaker status
             * @default false
             */
            force_update_status?: boolean;
            /** @description A published funnel, for add_to_funnel */
            funnel_id?: number;
            /** @description The number of contacts that the filter must match; the request fails if it matches another number */
            expected_count?: number;
            /**
             * @description Validates and reports what would change, without writing
             * @default false
             */
            dry_run?: boolean;
            /**
             * @description Suppresses webhooks and funnel triggers
             * @default false
             */
            silent?: boolean;
        };
        DomainOutcomeResponse: {
            /** @description Null: all other domains */
            domain: string | null;
            sent: number;
            delivered: number;
            bounced: number;
            complained: number;
            unsubscribed: number;
            /** @description Percentage of sent */
            delivery_rate: number;
            /** @description Percentage of sent */
            bounce_rate: number;
        };
        DoubleOptInResponse: {
            message: string;
            contact: components["schemas"]["ContactResponse"];
            /** @description True if the address is suppressed, so that no email is sent; omitted otherwise */
            suppressed?: boolean;
        };
        EmailBouncedCall: {
            /**
             * @description The event type
             * @constant
             */
            event: "email.bounced";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description The webhook that is called */
            webhook_id: number;
            data: components["schemas"]["EmailBouncedData"];
            /** @description Signature of the body without this member; receivers check the header instead */
            signature: string;
        };
        /** @description An email could not be delivered. */
        EmailBouncedData: {
            email: {
                id: number;
                subject: string;
                contact_id: number | null;
                campaign_id: number | null;
                /** @description Set for emails sent by a funnel */
                funnel_id: number | null;
                /** @description Step of the funnel */
                sequence_id: number | null;
                /** @description Absent from events of earlier versions */
                source: {
                    /**
                     * @description What sent the email
                     * @enum {string}
                     */
                    type: "campaign" | "funnel" | "single" | "system";
                    /** @description Of a single email, the `id` in `GET /emails/{id}` */
                    id: number;
                };
                /**
                 * Format: email
                 * @description Null once the contact has been erased
                 */
                to: string | null;
                /** @description Message-ID header of the email */
                message_id: string;
                /** @description False for an email without pixel and tracked links; absent from others */
                tracked?: boolean;
                /** Format: date-time */
                bounced_at: string;
                /**
                 * @description `hard`: permanent, such as an unknown address; `soft`: temporary, such as a full mailbox
                 * @enum {string}
                 */
                bounce_type: "hard" | "soft";
                /** @description The enhanced status code, or the SMTP reply code */
                code: string | null;
                /** @description Reply of the mail server; null if unknown */
                diagnostic: string | null;
                /** @description `smtp`, `dsn`, `arf`, or the email service provider that reported it */
                reported_by: string;
            };
        };
        EmailClickedCall: {
            /**
             * @description The event type
             * @constant
             */
            event: "email.clicked";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description The webhook that is called */
            webhook_id: number;
            data: components["schemas"]["EmailClickedData"];
            /** @description Signature of the body without this member; receivers check the header instead */
            signature: string;
        };
        /** @description A link in an email was clicked, machine clicks excluded. Sent for every click. */
        EmailClickedData: {
            email: {
                id: number;
                subject: string;
                contact_id: number | null;
                campaign_id: number | null;
                /** @description Set for emails sent by a funnel */
                funnel_id: number | null;
                /** @description Step of the funnel */
                sequence_id: number | null;
                /** @description Absent from events of earlier versions */
                source: {
                    /**
                     * @description What sent the email
                     * @enum {string}
                     */
                    type: "campaign" | "funnel" | "single" | "system";
                    /** @description Of a single email, the `id` in `GET /emails/{id}` */
                    id: number;
                };
                /**
                 * Format: email
                 * @description Null once the contact has been erased
                 */
                to: string | null;
                /** @description Message-ID header of the email */
                message_id: string;
                /** @description False for an email without pixel and tracked links; absent from others */
                tracked?: boolean;
                /** Format: date-time */
                clicked_at: string;
                /** @description The target; of a link with data, its template */
                url: string;
                /** @description The link URL as in the link report of the campaign */
                link_id: number;
                /** @description Whether this is the first click in this email */
                first_click: boolean;
            };
        };
        EmailOpenedCall: {
            /**
             * @description The event type
             * @constant
             */
            event: "email.opened";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description The webhook that is called */
            webhook_id: number;
            data: components["schemas"]["EmailOpenedData"];
            /** @description Signature of the body without this member; receivers check the header instead */
            signature: string;
        };
        /** @description An email was opened for the first time, machine opens excluded. */
        EmailOpenedData: {
            email: {
                id: number;
                subject: string;
                contact_id: number | null;
                campaign_id: number | null;
                /** @description Set for emails sent by a funnel */
                funnel_id: number | null;
                /** @description Step of the funnel */
                sequence_id: number | null;
                /** @description Absent from events of earlier versions */
                source: {
                    /**
                     * @description What sent the email
                     * @enum {string}
                     */
                    type: "campaign" | "funnel" | "single" | "system";
                    /** @description Of a single email, the `id` in `GET /emails/{id}` */
                    id: number;
                };
                /**
                 * Format: email
                 * @description Null once the contact has been erased
                 */
                to: string | null;
                /** @description Message-ID header of the email */
                message_id: string;
                /** @description False for an email without pixel and tracked links; absent from others */
                tracked?: boolean;
                /** Format: date-time */
                opened_at: string;
                /**
                 * @description Detected by the tracking pixel, or by a click in an email whose pixel was not loaded
                 * @enum {string}
                 */
                by: "pixel" | "click";
            };
        };
        EmailSentCall: {
            /**
             * @description The event type
             * @constant
             */
            event: "email.sent";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description The webhook that is called */
            webhook_id: number;
            data: components["schemas"]["EmailSentData"];
            /** @description Signature of the body without this member; receivers check the header instead */
            signature: string;
        };
        /** @description The mail server of the sender accepted an email. */
        EmailSentData: {
            email: {
                id: number;
                subject: string;
                contact_id: number | null;
                campaign_id: number | null;
                /** @description Set for emails sent by a funnel */
                funnel_id: number | null;
                /** @description Step of the funnel */
                sequence_id: number | null;
                /** @description Absent from events of earlier versions */
                source: {
                    /**
                     * @description What sent the email
                     * @enum {string}
                     */
                    type: "campaign" | "funnel" | "single" | "system";
                    /** @description Of a single email, the `id` in `GET /emails/{id}` */
                    id: number;
                };
                /**
                 * Format: email
                 * @description Null once the contact has been erased
                 */
                to: string | null;
                /** @description Message-ID header of the email */
                message_id: string;
                /** @description False for an email without pixel and tracked links; absent from others */
                tracked?: boolean;
                /** Format: date-time */
                sent_at: string;
            };
        };
        EmailSpamComplaintCall: {
            /**
             * @description The event type
             * @constant
             */
            event: "email.spam_complaint";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description The webhook that is called */
            webhook_id: number;
            data: components["schemas"]["EmailSpamComplaintData"];
            /** @description Signature of the body without this member; receivers check the header instead */
            signature: string;
        };
        /** @description The recipient reported an email as spam. */
        EmailSpamComplaintData: {
            email: {
                id: number;
                subject: string;
                contact_id: number | null;
                campaign_id: number | null;
                /** @description Set for emails sent by a funnel */
                funnel_id: number | null;
                /** @description Step of the funnel */
                sequence_id: number | null;
                /** @description Absent from events of earlier versions */
                source: {
                    /**
                     * @description What sent the email
                     * @enum {string}
                     */
                    type: "campaign" | "funnel" | "single" | "system";
                    /** @description Of a single email, the `id` in `GET /emails/{id}` */
                    id: number;
                };
                /**
                 * Format: email
                 * @description Null once the contact has been erased
                 */
                to: string | null;
                /** @description Message-ID header of the email */
                message_id: string;
                /** @description False for an email without pixel and tracked links; absent from others */
                tracked?: boolean;
                /** Format: date-time */
                complained_at: string;
                /** @description `smtp`, `dsn`, `arf`, or the email service provider that reported it */
                reported_by: string;
            };
        };
        EmailStatsResponse: {
            campaign_id: number;
            campaign_title: string;
            stats: components["schemas"]["CampaignStatsResponse"];
            revenue: components["schemas"]["CampaignRevenueResponse"];
            meta: components["schemas"]["ReportMetaResponse"];
        };
        EmailUnsubscribedCall: {
            /**
             * @description The event type
             * @constant
             */
            event: "email.unsubscribed";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description The webhook that is called */
            webhook_id: number;
            data: components["schemas"]["EmailUnsubscribedData"];
            /** @description Signature of the body without this member; receivers check the header instead */
            signature: string;
        };
        /** @description The recipient opted out of emails. */
        EmailUnsubscribedData: {
            email: {
                id: number;
                subject: string;
                contact_id: number | null;
                campaign_id: number | null;
                /** @description Set for emails sent by a funnel */
                funnel_id: number | null;
                /** @description Step of the funnel */
                sequence_id: number | null;
                /** @description Absent from events of earlier versions */
                source: {
                    /**
                     * @description What sent the email
                     * @enum {string}
                     */
                    type: "campaign" | "funnel" | "single" | "system";
                    /** @description Of a single email, the `id` in `GET /emails/{id}` */
                    id: number;
                };
                /**
                 * Format: email
                 * @description Null once the contact has been erased
                 */
                to: string | null;
                /** @description Message-ID header of the email */
                message_id: string;
                /** @description False for an email without pixel and tracked links; absent from others */
                tracked?: boolean;
                /** Format: date-time */
                unsubscribed_at: string;
                /**
                 * @description One-click header (RFC 8058), opt-out page, preference center, email to the List-Unsubscribe address, or feedback of an email service provider
                 * @enum {string}
                 */
                method: "one_click" | "page" | "preferences" | "mailto" | "provider";
                /** @description Null if none was given */
                reason: string | null;
                /** @description The subscription that the recipient left; absent after an opt-out of all emails */
                list_id?: number;
            };
        };
        EmailsInStatusResponse: {
            /**
             * @description `pending`: waits to be sent or retried; `skipped`: the contact could not receive it; `unknown`: the connection broke before the reply of the mail server, and a manager must resolve it
             * @enum {string}
             */
            status: "pending" | "processing" | "sent" | "failed" | "bounced" | "complained" | "skipped" | "unknown" | "cancelled";
            total: number;
        };
        EmbeddedContact: {
            id: number;
            email: string | null;
            first_name: string | null;
            last_name: string | null;
            full_name: string;
            status: string | null;
        };
        EngagementBandResponse: {
            /** @description Lowest score (inclusive) */
            from: number;
            /** @description Highest score (inclusive) */
            to: number;
            contacts: number;
            /** @description Percentage of all contacts */
            share: number;
        };
        EngagementScoresResponse: {
            distribution: components["schemas"]["EngagementBandResponse"][];
            /** @description Mean score */
            average: number;
            /** @description Median score */
            median: number;
            /** @description All contacts of any status */
            total: number;
            /** @description The ten contacts with the highest scores */
            top: components["schemas"]["TopSubscriberResponse"][];
            formula: components["schemas"]["ScoreFormulaResponse"];
            /** @description Null if there are no orders */
            currency: string | null;
            meta: components["schemas"]["ReportMetaResponse"];
        };
        EnrolledContactResponse: {
            id: number;
            email: string | null;
            first_name: string | null;
            last_name: string | null;
            full_name: string;
            status: string | null;
        };
        EnrollmentDetailsResponse: {
            /** @description The enrollment; a contact can have several over time */
            id: number;
            funnel_id: number;
            subscriber_id: number;
            /**
             * @description `cancelled`: left before the end
             * @enum {string}
             */
            status: "active" | "completed" | "cancelled";
            /** @description The last step that ran */
            last_sequence_id: number | null;
            /** @description The step that runs next */
            next_sequence_id: number | null;
            /**
             * Format: date-time
             * @description Null: ended, or waiting for an event without a time limit
             */
            next_execution_time: string | null;
            /** Format: date-time */
            entered_at: string;
            /**
             * Format: date-time
             * @description When it ended
             */
            completed_at: string | null;
            /** @description Why it ended early; null otherwise */
            exit_reason: string | null;
            /** @description Null for a deleted contact */
            subscriber: components["schemas"]["EnrolledContactResponse"] | null;
            /** @description What started it, as `GET /funnels/triggers` describes it */
            data: {
                [key: string]: unknown;
            } | null;
        };
        EnrollmentRemovedResponse: {
            message: string;
        };
        EnrollmentResponse: {
            /** @description The enrollment; a contact can have several over time */
            id: number;
            funnel_id: number;
            subscriber_id: number;
            /**
             * @description `cancelled`: left before the end
             * @enum {string}
             */
            status: "active" | "completed" | "cancelled";
            /** @description The last step that ran */
            last_sequence_id: number | null;
            /** @description The step that runs next */
            next_sequence_id: number | null;
            /**
             * Format: date-time
             * @description Null: ended, or waiting for an event without a time limit
             */
            next_execution_time: string | null;
            /** Format: date-time */
            entered_at: string;
            /**
             * Format: date-time
             * @description When it ended
             */
            completed_at: string | null;
            /** @description Why it ended early; null otherwise */
            exit_reason: string | null;
            /** @description Null for a deleted contact */
            subscriber: components["schemas"]["EnrolledContactResponse"] | null;
        };
        EnrollmentTraceResponse: {
            funnel_subscriber: components["schemas"]["EnrollmentDetailsResponse"];
            /** @description The steps that ran, and last the next one */
            trace: components["schemas"]["TracedStepResponse"][];
            /** @description Other enrollments of the contact, newest first */
            earlier: components["schemas"]["EnrollmentResponse"][];
        };
        EnrollmentsAddedResponse: {
            message: string;
            /** @description Ids of contacts */
            added: number[];
        };
        EnrollmentsPage: {
            /** @description Not meaningful with a cursor */
            current_page: number;
            /** @description Requested rows per page */
            per_page: number;
            /** @description Number of rows on all pages */
            total: number;
            /** @description `true` if `total` is an estimate; absent otherwise */
            total_is_estimate?: boolean;
            /** @description 1 for an empty list */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null if the page is empty or a cursor is used */
            from: number | null;
            /** @description Number of the last row of this page; null if the page is empty or a cursor is used */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and if a cursor is used */
            prev_page_url: string | null;
            /** @description Set with a cursor; null on the last page */
            next_cursor?: string | null;
            data: components["schemas"]["EnrollmentResponse"][];
        };
        EnrollmentsResponse: {
            funnel_subscribers: components["schemas"]["EnrollmentsPage"];
        };
        EraseContact: {
            /**
             * @description `delete` removes the contact; `anonymize` keeps an anonymized row, so that all figures stay
             * @enum {string}
             */
            mode: "delete" | "anonymize";
        };
        ErasureResponse: {
            message: string;
            /**
             * @description `anonymize` keeps an anonymized row
             * @enum {string}
             */
            mode: "delete" | "anonymize";
            /** @description The anonymized contact; null if it was deleted */
            subscriber: components["schemas"]["ContactResponse"] | null;
        };
        /** @description Operations may add further members. */
        ErrorData: {
            /** @description HTTP status of the answer */
            status: number;
            /** @description Invalid fields with the reason; nested fields by their path */
            params?: {
                [key: string]: string;
            };
            /** @description Missing permission, with 403 */
            required_permission?: string;
            /** @description Same as the header X-Request-Id */
            request_id: string;
            /**
             * Format: uri
             * @description Page with cause and remedy; absent under the compatibility path
             */
            doc_url?: string;
        } & {
            [key: string]: unknown;
        };
        ErrorResponse: {
            /**
             * @description Stable machine-readable code. Absent only if a contact with the same address already exists.
             *
             *     - `rest_invalid_param` (400): A value is missing, not allowed, or taken, or the state of the resource does not allow the operation.
             *     - `rest_invalid_json` (400): The body is not JSON, is nested too deeply, or is not an object.
             *     - `invalid_date_range` (400): The period ends before it starts.
             *     - `invalid_webhook_url` (400): The webhook URL is not allowed.
             *     - `invalid_webhook_event` (400): An event type does not exist.
             *     - `recipient_suppressed` (400): The address has bounced or complained, or is on the suppression list.
             *     - `rest_not_logged_in` (401): The request has no usable `Authorization` header.
             *     - `incorrect_password` (401): The username is unknown, the password is wrong, revoked, or expired, or the manager is disabled.
             *     - `service_inactive` (401): The API is disabled (`SERVICE_ENABLED=false`).
             *     - `rest_forbidden` (403): The manager lacks a permission or is an administrator, or the signature of a provider is not valid.
             *     - `foreign_origin` (403): A browser sent the write for a page of another site (`Origin`, `Sec-Fetch-Site`).
             *     - `rest_post_invalid_id` (404): An object does not exist, or an id in the path is not a positive integer.
             *     - `rest_no_route` (404): The URL does not exist.
             *     - `rest_method_not_allowed` (405): The URL does not have the method of the request.
             *     - `precondition_failed` (412): The resource is no longer as `If-Match` or `If-Unmodified-Since` requires, or another such request changes it.
             *     - `report_not_found` (404): The report does not exist.
             *     - `subscriber_already_exists` (409): A contact is already active in the funnel.
             *     - `idempotency_key_reused` (409): The `Idempotency-Key` belongs to another request.
             *     - `idempotency_in_progress` (409): A request with this `Idempotency-Key` is still running.
             *     - `rest_payload_too_large` (413): The body or the file is too large.
             *     - `rest_unsupported_media_type` (415): The operation does not accept this `Content-Type`.
             *     - `rest_unsupported_encoding` (415): The body is compressed.
             *     - `rest_too_many_requests` (429): A rate limit is reached.
             *     - `too_many_attempts` (429): Too many wrong passwords from this address.
             *     - `internal_error` (500): An internal error occurred.
             *     - `outcome_unknown` (503): The connection to the database was lost while the change was saved. It has its full effect or none.
             *     - `service_unavailable` (503): The database is unavailable, or a limit of the server is reached. The request had its full effect or none.
             * @enum {string}
             */
            code?: "rest_invalid_param" | "rest_invalid_json" | "invalid_date_range" | "invalid_webhook_url" | "invalid_webhook_event" | "recipient_suppressed" | "rest_not_logged_in" | "incorrect_password" | "service_inactive" | "rest_forbidden" | "foreign_origin" | "rest_post_invalid_id" | "rest_no_route" | "rest_method_not_allowed" | "precondition_failed" | "report_not_found" | "subscriber_already_exists" | "idempotency_key_reused" | "idempotency_in_progress" | "rest_payload_too_large" | "rest_unsupported_media_type" | "rest_unsupported_encoding" | "rest_too_many_requests" | "too_many_attempts" | "internal_error" | "outcome_unknown" | "service_unavailable";
            /** @description Human-readable message */
            message: string;
            data: components["schemas"]["ErrorData"];
        };
        /** @description The campaign at the time of the event */
        EventCampaign: {
            id: number;
            title: string;
            slug: string;
            /**
             * @description `working`: being sent; `sent`: every email has a final state; `archived`: by a manager, or cancelled
             * @enum {string}
             */
            status: "working" | "draft" | "scheduled" | "sent" | "paused" | "archived";
            /** @description Liquid */
            email_subject: string;
            /** @description Exact once all recipients are stored */
            recipients_count: number;
            /**
             * Format: date-time
             * @description Null without a schedule
             */
            scheduled_at: string | null;
            /** Format: date-time */
            created_at: string;
        };
        /** @description The contact at the time of the event */
        EventContact: {
            id: number;
            /**
             * Format: email
             * @description Null once the contact has been erased
             */
            email: string | null;
            first_name: string | null;
            last_name: string | null;
            /**
             * @description Only `subscribed` contacts receive marketing emails; `pending` ones have not confirmed yet
             * @enum {string}
             */
            status: "subscribed" | "unsubscribed" | "pending" | "bounced" | "complained";
            /**
             * Format: date-time
             * @description ISO 8601, UTC; events stored by older versions keep `YYYY-MM-DD HH:MM:SS`
             */
            created_at: string;
        };
        EventFunnel: {
            id: number;
            title: string;
            /** @description As in `GET /funnels/triggers` */
            trigger_name: string;
            /** @description Version of the funnel in which the contact is enrolled */
            version: number;
        };
        EventFunnelSubscriber: {
            /** @description Id of the enrollment */
            id: number;
            /**
             * @description `cancelled`: left before the end
             * @enum {string}
             */
            status: "active" | "completed" | "cancelled";
            /** Format: date-time */
            entered_at: string;
        };
        /** @description A tag or a list */
        EventLabel: {
            id: number;
            title: string;
            slug: string;
        };
        EventListResponse: {
            events: components["schemas"]["EventResponse"][];
            /** @description Always present: at the end of the log, use it to poll for new events */
            next_cursor: string;
            /** @description Whether there are more events now. A page can be short or even empty and still have more */
            has_more: boolean;
        };
        EventOrder: {
            id: number;
            /** @description Id of the order in the shop */
            external_id: string;
            /** @description Name of the shop */
            provider: string;
            contact_id: number;
            /**
             * @description Figures count `completed` and `refunded` orders only
             * @enum {string}
             */
            status: "completed" | "pending" | "processing" | "cancelled" | "refunded";
            /** @description ISO 4217 */
            currency: string;
            /** @description In `currency`, before refunds */
            total: number;
            /** @description Refunded amount */
            refunded: number;
            items: {
                /** @description Product id in the shop */
                external_id: string | null;
                title: string;
                quantity: number;
                /** @description Unit price */
                price: number;
                /** @description The same as `title` */
                name: string;
                sku: string | null;
                /** @description The same as `price` */
                unit_price: number;
                /** @description `unit_price` times `quantity`, unless the shop reported another total */
                total: number;
                url: string | null;
                image_url: string | null;
                /** @description The chosen variant */
                options: {
                    [key: string]: unknown;
                };
                /** @description Other members of the item, as the shop reported them */
                meta: {
                    [key: string]: unknown;
                };
            }[];
            /** Format: date-time */
            ordered_at: string;
            /**
             * Format: date-time
             * @description `updated_at` as reported by the shop
             */
            source_updated_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        EventRefund: {
            id: number;
            /** @description Refund id in the shop */
            external_id: string | null;
            /** @description In the currency of the order */
            amount: number;
            /** @description Null if none was given */
            reason: string | null;
            /** Format: date-time */
            refunded_at: string;
        };
        EventResponse: {
            /** @description Unique; the same in webhook calls */
            uid: string;
            /** @enum {string} */
            type: "contact.created" | "contact.updated" | "contact.deleted" | "contact.status_changed" | "contact.tag_added" | "contact.tag_removed" | "contact.list_added" | "contact.list_removed" | "email.sent" | "email.opened" | "email.clicked" | "email.bounced" | "email.spam_complaint" | "email.unsubscribed" | "campaign.created" | "campaign.sent" | "campaign.paused" | "campaign.resumed" | "funnel.subscriber_added" | "funnel.subscriber_completed" | "funnel.subscriber_exited" | "funnel.sequence_completed" | "commerce.order_created" | "commerce.order_completed" | "commerce.order_refunded" | "commerce.revenue_recorded" | "sender.destination_changed" | "email.replied" | "segment.entered" | "segment.left";
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            /** @description Position of the event, for `after` and `Last-Event-ID` */
            cursor: string;
            /** @description The same as `data` of a webhook call; see the webhooks section of this document */
            data: {
                [key: string]: unknown;
            };
        };
        EventTrackedResponse: {
            message: string;
            /** @description Id of the tracked event */
            id: number;
        };
        ExitsResponse: {
            /** @description Why enrollments ended early */
            reason: string;
            total: number;
        };
        ExplainedGroupResponse: {
            /** @description Whether the contact matches all rows */
            holds: boolean;
            rows: components["schemas"]["ExplainedRowResponse"][];
        };
        ExplainedRowResponse: {
            /** @description As in the rule */
            source: string[];
            /** @enum {string} */
            operator: "=" | "!=" | "contains" | "not_contains" | "starts_with" | "in" | "not_in" | "in_all" | ">" | "<" | "between" | "before" | "after" | "within_days" | "not_within_days" | "within_next_days" | "not_within_next_days" | "is_null" | "not_null";
            /** @description The value in the rule */
            value?: string | number | (string | number)[];
            /** @description Whether the contact matches the row */
            holds: boolean;
            /** @description The value of the contact: a single value, null, an array of ids or options, or count and last_at of events */
            actual: string | number | (string | number)[] | {
                /** @description Number of events */
                count: number;
                /** @description Null: never */
                last_at: string | null;
            } | null;
        };
        ExplanationResponse: {
            /** @description Whether the contact is in the segment */
            holds: boolean;
            groups: components["schemas"]["ExplainedGroupResponse"][];
        };
        FeedbackMessage: {
            /** @description The full message with its headers (RFC 5322) */
            message: string;
        };
        FeedbackMessageResponse: {
            message: string;
            /**
             * @description `known`: reported before. `no_effect`: valid, but nothing changed. `ignored`: no action needed, such as for an automatic reply. `unrecognised`: it contains no valid token or Message-ID. `quarantined`: too large or nested too deeply.
             * @enum {string}
             */
            outcome: "applied" | "known" | "no_effect" | "ignored" | "unrecognised" | "quarantined";
            /**
             * @description What the message was classified as
             * @enum {string}
             */
            kind: "bounce" | "delivery_notice" | "complaint" | "not_spam" | "unsubscribe" | "auto_reply" | "reply" | "other" | "unreadable";
            /** @description The email that the message is about */
            email_id: number | null;
        };
        FeedbackProviderResponse: {
            /** @enum {string} */
            provider: "ses" | "mailgun" | "postmark" | "sendgrid" | "generic";
            url: string;
            /** @description Whether requests must also be signed by the provider */
            signed: boolean;
        };
        FeedbackProvidersResponse: {
            providers: components["schemas"]["FeedbackProviderResponse"][];
        };
        FieldDefinition: {
            /** @description Unique; default: the type, with `_2`, `_3` appended if that is taken */
            field_key?: string;
            /**
             * @description `select-one` and `radio` hold one of `options`, `checkbox` any number of them
             * @enum {string}
             */
            type?: "text" | "textarea" | "select-one" | "checkbox" | "radio" | "number" | "date" | "url" | "email";
            label?: string;
            /** @description The key in `custom_values`; default: generated from the label. It cannot be changed later */
            slug?: string;
            /** @description The options of a select-one, radio, or checkbox field */
            options?: string[] | null;
            /** @description Whether contacts can see and change their value in the preference center; `0` or `1` */
            is_public?: boolean;
        };
        FieldTypeResponse: {
            /**
             * @description `select-one` and `radio` hold one of `options`, `checkbox` any number of them
             * @enum {string}
             */
            type: "text" | "textarea" | "select-one" | "checkbox" | "radio" | "number" | "date" | "url" | "email";
            label: string;
            /** @description Whether fields of this type require `options` */
            options_required: boolean;
        };
        FireTrigger: {
            /**
             * Format: email
             * @description Identifies the contact; an unknown address creates one if a published funnel has this trigger
             */
            email?: string | null;
            /** @description Identifies the contact by its id */
            contact_id?: number | null;
            /** @description Identifies the contact by your id */
            user_id?: number | null;
            /** @description What happened. Data for conditions, emails, and texts of steps; at most 64 KB of JSON */
            payload?: {
                [key: string]: unknown;
            };
            /** @description Fields, custom values, tags and lists to write */
            contact?: {
                [key: string]: unknown;
            };
        };
        FormEmbedResponse: {
            html: string;
        };
        FormField: {
            /** @description A contact field, or `custom.<slug>` */
            key: string;
            /** @description Default: the name of the field */
            label?: string;
            required?: boolean;
        };
        FormFieldResponse: {
            /** @description A contact field, or `custom.<slug>` */
            key: string;
            label?: string;
            required?: boolean;
        };
        FormRemovedResponse: {
            message: string;
        };
        FormResponse: {
            id: number;
            /** @description Part of the public URL */
            token: string;
            /** @description The page of the form */
            url: string;
            title: string;
            lists: number[];
            tags: number[];
            fields: components["schemas"]["FormFieldResponse"][];
            consent_text: string | null;
            /**
             * @description `ask`: with a box for the consent to tracking
             * @enum {string}
             */
            tracking_consent: "ask" | "no";
            /** @description Whether new addresses are confirmed; known ones always are */
            double_optin: boolean;
            redirect_url: string | null;
            allowed_origins: string[];
            /**
             * @description Null: the language of the browser
             * @enum {string|null}
             */
            language: "en" | "de" | "fr" | "es" | "it" | "nl" | "pt" | "pl" | null;
            created_at: string;
            updated_at: string;
        };
        FormWrittenResponse: {
            form: components["schemas"]["FormResponse"];
            message: string;
        };
        FormsPage: {
            /** @description Not meaningful with a cursor */
            current_page: number;
            /** @description Requested rows per page */
            per_page: number;
            /** @description Number of rows on all pages */
            total: number;
            /** @description `true` if `total` is an estimate; absent otherwise */
            total_is_estimate?: boolean;
            /** @description 1 for an empty list */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null if the page is empty or a cursor is used */
            from: number | null;
            /** @description Number of the last row of this page; null if the page is empty or a cursor is used */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and if a cursor is used */
            prev_page_url: string | null;
            /** @description Set with a cursor; null on the last page */
            next_cursor?: string | null;
            data: components["schemas"]["FormResponse"][];
        };
        FormsResponse: {
            forms: components["schemas"]["FormsPage"];
        };
        FunnelConversionResponse: {
            funnel_id: number;
            funnel_title: string;
            subscribers: components["schemas"]["FunnelSubscribersResponse"];
            /** @description Steps that send emails */
            sequence_performance: components["schemas"]["SequencePerformanceResponse"][];
            /** @description Exit reasons, most frequent first */
            exits: components["schemas"]["ExitsResponse"][];
            revenue: components["schemas"]["FunnelRevenueResponse"];
            steps: components["schemas"]["StepConversionResponse"][];
            meta: components["schemas"]["ReportMetaResponse"];
        };
        FunnelFiguresResponse: {
            funnel_id: number;
            funnel_title: string;
            subscribers: components["schemas"]["FunnelSubscribersResponse"];
            /** @description Steps that send emails */
            sequence_performance: components["schemas"]["SequencePerformanceResponse"][];
            /** @description Exit reasons, most frequent first */
            exits: components["schemas"]["ExitsResponse"][];
            revenue: components["schemas"]["FunnelRevenueResponse"];
        };
        FunnelRemovedResponse: {
            message: string;
        };
        FunnelReportResponse: {
            funnel_id: number;
            funnel_title: string;
            subscribers: components["schemas"]["FunnelSubscribersResponse"];
            /** @description Steps that send emails */
            sequence_performance: components["schemas"]["SequencePerformanceResponse"][];
            /** @description Exit reasons, most frequent first */
            exits: components["schemas"]["ExitsResponse"][];
            revenue: components["schemas"]["FunnelRevenueResponse"];
            meta: components["schemas"]["ReportMetaResponse"];
        };
        FunnelReportsPage: {
            /** @description Not meaningful with a cursor */
            current_page: number;
            /** @description Requested rows per page */
            per_page: number;
            /** @description Number of rows on all pages */
            total: number;
            /** @description `true` if `total` is an estimate; absent otherwise */
            total_is_estimate?: boolean;
            /** @description 1 for an empty list */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null if the page is empty or a cursor is used */
            from: number | null;
            /** @description Number of the last row of this page; null if the page is empty or a cursor is used */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and if a cursor is used */
            prev_page_url: string | null;
            /** @description Set with a cursor; null on the last page */
            next_cursor?: string | null;
            data: components["schemas"]["FunnelFiguresResponse"][];
        };
        FunnelReportsResponse: {
            funnels: components["schemas"]["FunnelReportsPage"];
            meta: components["schemas"]["ReportMetaResponse"];
        };
        FunnelResponse: {
            id: number;
            title: string;
            /** @description See `GET /funnels/triggers` */
            trigger_name: string;
            /**
             * @description Only a `published` funnel enrolls contacts and runs steps
             * @enum {string}
             */
            status: "draft" | "published" | "paused";
            /** @description Filters, re-entry and exit rules */
            conditions: {
                [key: string]: unknown;
            };
            /** @description The parameters of the trigger, and the settings that all funnels share */
            settings: {
                [key: string]: unknown;
            };
            /** @description The id of the manager who created it */
            created_by: number | null;
            /** @description The version that new enrollments use */
            version: number;
            created_at: string;
            updated_at: string;
            /** @description Only with `with[]=subscribers_count` */
            subscribers_count?: number;
            /** @description Only with `with[]=sequences` */
            sequences?: components["schemas"]["SequenceResponse"][];
        };
        FunnelRevenueResponse: {
            /** @description Revenue attributed to its emails, minus refunds */
            total: number;
            orders: number;
            /** @description Null if there are no orders */
            currency: string | null;
        };
        FunnelSequenceCompletedCall: {
            /**
             * @description The event type
             * @constant
             */
            event: "funnel.sequence_completed";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description The webhook that is called */
            webhook_id: number;
            data: components["schemas"]["FunnelSequenceCompletedData"];
            /** @description Signature of the body without this member; receivers check the header instead */
            signature: string;
        };
        /** @description A contact completed a step of a funnel. Not raised for a step that was skipped or failed. */
        FunnelSequenceCompletedData: {
            funnel: components["schemas"]["EventFunnel"];
            contact: components["schemas"]["EventContact"];
            funnel_subscriber: components["schemas"]["EventFunnelSubscriber"];
            sequence: {
                id: number;
                title: string;
                /** @description As in `GET /funnels/actions` */
                action_name: string;
            };
        };
        FunnelStatus: {
            /**
             * @description Only a `published` funnel enrolls contacts and runs steps
             * @enum {string}
             */
            status: "draft" | "published" | "paused";
        };
        FunnelSubscriberAddedCall: {
            /**
             * @description The event type
             * @constant
             */
            event: "funnel.subscriber_added";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description The webhook that is called */
            webhook_id: number;
            data: components["schemas"]["FunnelSubscriberAddedData"];
            /** @description Signature of the body without this member; receivers check the header instead */
            signature: string;
        };
        /** @description A contact entered a funnel. */
        FunnelSubscriberAddedData: {
            funnel: components["schemas"]["EventFunnel"];
            contact: components["schemas"]["EventContact"];
            funnel_subscriber: components["schemas"]["EventFunnelSubscriber"];
        };
        FunnelSubscriberCompletedCall: {
            /**
             * @description The event type
             * @constant
             */
            event: "funnel.subscriber_completed";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description The webhook that is called */
            webhook_id: number;
            data: components["schemas"]["FunnelSubscriberCompletedData"];
            /** @description Signature of the body without this member; receivers check the header instead */
            signature: string;
        };
        /** @description A contact completed a funnel or reached its goal. */
        FunnelSubscriberCompletedData: {
            funnel: components["schemas"]["EventFunnel"];
            contact: components["schemas"]["EventContact"];
            funnel_subscriber: components["schemas"]["EventFunnelSubscriber"];
            /** Format: date-time */
            completed_at: string;
            /** @description The `exit_reason` of the enrollment; null after the last step */
            reason: string | null;
        };
        FunnelSubscriberExitedCall: {
            /**
             * @description The event type
             * @constant
             */
            event: "funnel.subscriber_exited";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description The webhook that is called */
            webhook_id: number;
            data: components["schemas"]["FunnelSubscriberExitedData"];
            /** @description Signature of the body without this member; receivers check the header instead */
            signature: string;
        };
        /** @description A contact left a funnel before completing it. */
        FunnelSubscriberExitedData: {
            funnel: components["schemas"]["EventFunnel"];
            contact: components["schemas"]["EventContact"];
            funnel_subscriber: components["schemas"]["EventFunnelSubscriber"];
            /** Format: date-time */
            exited_at: string;
            /** @description The `exit_reason` of the enrollment; null after the last step */
            reason: string | null;
        };
        FunnelSubscribersResponse: {
            /** @description Enrollments of all time */
            total_entered: number;
            /** @description Active enrollments now */
            currently_active: number;
            /** @description Enrollments that reached the end or the goal */
            completed: number;
            /** @description Percentage of total_entered */
            completion_rate: number;
        };
        FunnelTrigger: {
            /** @description A published funnel */
            funnel_id: number;
            /** @description The email address, other fields of the contact, custom values by their slugs, and other data. Data for conditions, emails, and texts of steps; at most 64 KB of JSON */
            subscriber_data: {
                [key: string]: unknown;
            };
        };
        FunnelTriggeredResponse: {
            message: string;
            funnel_id: number;
            subscriber_id: number;
            /**
             * @description Whether the contact is new
             * @enum {string}
             */
            contact_action: "created" | "updated";
            /**
             * @description `already_active`: the enrollment is unchanged
             * @enum {string}
             */
            status: "added" | "already_active";
        };
        FunnelWrittenResponse: {
            funnel: components["schemas"]["FunnelResponse"];
            message: string;
        };
        FunnelsResponse: {
            /** @description Not meaningful with a cursor */
            current_page: number;
            /** @description Requested rows per page */
            per_page: number;
            /** @description Number of rows on all pages */
            total: number;
            /** @description `true` if `total` is an estimate; absent otherwise */
            total_is_estimate?: boolean;
            /** @description 1 for an empty list */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null if the page is empty or a cursor is used */
            from: number | null;
            /** @description Number of the last row of this page; null if the page is empty or a cursor is used */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and if a cursor is used */
            prev_page_url: string | null;
            /** @description Set with a cursor; null on the last page */
            next_cursor?: string | null;
            funnels: components["schemas"]["FunnelResponse"][];
        };
        GrowthPointResponse: {
            /** @description Contacts that became subscribed */
            new: number;
            /** @description Contacts that became unsubscribed */
            unsubscribed: number;
            /** @description Contacts that became bounced */
            bounced: number;
            /** @description Contacts that reported an email as spam */
            complained: number;
            /** @description Contacts that stopped being subscribed, including deleted contacts */
            left: number;
            /** @description new - left */
            net: number;
            /** @description Subscribed contacts at the end of the interval */
            total: number;
            /** @description First day of the interval; for an hour, its start, such as `2026-10-25T02:00:00+01:00` */
            date: string;
            /** @description Whether the period contains only part of this week or month */
            partial: boolean;
        };
        GrowthResponse: {
            data: components["schemas"]["GrowthPointResponse"][];
            /** @description Figures of the whole period */
            totals: components["schemas"]["GrowthSumResponse"];
            /** @description The same figures for the comparison period */
            previous: components["schemas"]["GrowthSumResponse"] | null;
            meta: components["schemas"]["ComparedMetaResponse"];
        };
        GrowthSumResponse: {
            /** @description Contacts that became subscribed */
            new: number;
            /** @description Contacts that became unsubscribed */
            unsubscribed: number;
            /** @description Contacts that became bounced */
            bounced: number;
            /** @description Contacts that reported an email as spam */
            complained: number;
            /** @description Contacts that stopped being subscribed, including deleted contacts */
            left: number;
            /** @description new - left */
            net: number;
            /** @description Subscribed contacts at the end of the interval */
            total: number;
        };
        ImportFile: {
            /** @description Maps column names (in any case) to contact fields; in a form, as JSON. Allowed fields: email, status, first_name, last_name, full_name, user_id, contact_type, phone, address_line_1, address_line_2, city, state, country, postal_code, date_of_birth, photo, paused_until, tracking_consent, tags, lists, unsubscribe_lists, consent.ip, consent.text_version, consent.proof, custom.<slug>; `-` or null ignores a column. Unnamed columns are ignored, too, except for the email address. Without a map, well-known names are recognized */
            map?: {
                [key: string]: string | null;
            };
            /** @description Ids of tags to add to every contact */
            tags?: number[];
            /** @description Ids of lists to add every contact to */
            lists?: number[];
            /**
             * @description The status of new contacts whose row has none. Default: `subscribed`, or `pending` with `double_optin`
             * @enum {string}
             */
            new_status?: "subscribed" | "unsubscribed" | "pending" | "bounced" | "complained";
            /**
             * @description Updates existing contacts; otherwise they are skipped
             * @default false
             */
            update?: boolean;
            /**
             * @description With `update`: applies statuses from the file also to unsubscribed, bounced, and complained contacts
             * @default false
             */
            force_update_status?: boolean;
            /**
             * @description Creates tags and lists that cells name and that do not exist
             * @default false
             */
            create_labels?: boolean;
            /**
             * @description `auto`, `comma`, `semicolon`, `tab`, `pipe`, or the character itself
             * @default auto
             */
            delimiter?: string;
            /**
             * @description `auto` detects UTF-8, UTF-16, and Windows-1252 (Latin-1); any other encoding must be named
             * @default auto
             */
            encoding?: string;
            /**
             * @description Validates and reports what would change, without writing
             * @default false
             */
            dry_run?: boolean;
            /**
             * @description Contacts that would become subscribed become pending and get a confirmation email
             * @default false
             */
            double_optin?: boolean;
            /**
             * @description Suppresses webhooks and funnel triggers
             * @default false
             */
            silent?: boolean;
            /**
             * @description An unreadable cell of an optional column is left out, with a warning in the row, or refuses the row
             * @default skip_cell
             * @enum {string}
             */
            on_bad_cell?: "skip_cell" | "skip_row";
            /**
             * @description How to read 01/02/1990; `auto` detects it by column, if its rows together allow one reading only
             * @default auto
             * @enum {string}
             */
            date_format?: "auto" | "dd/mm/yyyy" | "mm/dd/yyyy";
            /** @description How the contacts agreed, for the consent log: the text version, or `{text_version, ip, proof}` */
            consent?: string | {
                [key: string]: unknown;
            };
            /**
             * Format: binary
             * @description A CSV file with the column names in its first line
             */
            file: string;
        };
        ImportOptionsResponse: {
            /** @description The field of each column; null for an ignored one */
            map: {
                [key: string]: string | null;
            };
            /** @description Tags added to every contact */
            tags: number[];
            /** @description Lists that every contact is added to */
            lists: number[];
            /**
             * @description Status of new contacts without one
             * @enum {string}
             */
            new_status: "subscribed" | "unsubscribed" | "pending" | "bounced" | "complained";
            /** @description Whether existing contacts are updated */
            update: boolean;
            /** @description Whether statuses replace stricter ones */
            force_update_status: boolean;
            /** @description Whether missing tags and lists are created */
            create_labels: boolean;
            /** @description Whether contacts must confirm by email before they are subscribed */
            double_optin: boolean;
            /** @description Whether webhooks and funnel triggers are suppressed */
            silent: boolean;
            /** @description How contacts agreed; null if not given */
            consent: components["schemas"]["ConsentOptionResponse"] | null;
            /**
             * @description What an unreadable optional cell does
             * @enum {string}
             */
            on_bad_cell: "skip_cell" | "skip_row";
            /** @description Detected formats of columns */
            formats: {
                [key: string]: "dd/mm/yyyy" | "mm/dd/yyyy" | "1.234,5" | "1,234.5";
            };
            /** @enum {string} */
            format: "csv" | "json";
            /** @description Encoding of the file */
            encoding: string;
            /** @description Delimiter of the file; empty for JSON rows */
            delimiter: string;
        };
        ImportResponse: {
            id: number;
            /**
             * @description `done`: every row has an outcome; `failed`: the job stopped because of `error`
             * @enum {string}
             */
            status: "queued" | "running" | "done" | "failed" | "cancelled" | "undone";
            /**
             * @description `undo` while the job is being undone
             * @enum {string}
             */
            phase: "work" | "undo";
            /** @description Null until the rows are counted */
            total: number | null;
            /** @description Rows processed so far */
            processed: number;
            /** @description Contacts created */
            created: number;
            /** @description Contacts changed */
            updated: number;
            /** @description Rows that requested a status that they may not set; they are also counted in another outcome */
            kept_status: number;
            /** @description Rows that changed nothing */
            skipped: number;
            /** @description Rows refused because of invalid values */
            invalid: number;
            /** @description Rows undone */
            undone: number;
            /** @description Rows not undone, or only partly, because of edits */
            conflicts: number;
            /** @description Why the job failed */
            error: string | null;
            created_at: string;
            /** @description Null until a worker starts it */
            started_at: string | null;
            /** @description When the work ended, with any result */
            finished_at: string | null;
            /** @description When the undo ended */
            undone_at: string | null;
            /** @description Estimated seconds left; null unless running */
            eta_seconds: number | null;
            /** @description Name of the file; null for JSON rows */
            file_name: string | null;
            /** @description Whether the import only validates and writes nothing */
            dry_run: boolean;
            options: components["schemas"]["ImportOptionsResponse"];
            /** @description Columns of the file that are ignored */
            ignored_columns: string[];
        };
        ImportRows: {
            /** @description Maps column names (in any case) to contact fields; in a form, as JSON. Allowed fields: email, status, first_name, last_name, full_name, user_id, contact_type, phone, address_line_1, address_line_2, city, state, country, postal_code, date_of_birth, photo, paused_until, tracking_consent, tags, lists, unsubscribe_lists, consent.ip, consent.text_version, consent.proof, custom.<slug>; `-` or null ignores a column. Unnamed columns are ignored, too, except for the email address. Without a map, well-known names are recognized */
            map?: {
                [key: string]: string | null;
            };
            /** @description Ids of tags to add to every contact */
            tags?: number[];
            /** @description Ids of lists to add every contact to */
            lists?: number[];
            /**
             * @description The status of new contacts whose row has none. Default: `subscribed`, or `pending` with `double_optin`
             * @enum {string}
             */
            new_status?: "subscribed" | "unsubscribed" | "pending" | "bounced" | "complained";
            /**
             * @description Updates existing contacts; otherwise they are skipped
             * @default false
             */
            update?: boolean;
            /**
             * @description With `update`: applies statuses from the file also to unsubscribed, bounced, and complained contacts
             * @default false
             */
            force_update_status?: boolean;
            /**
             * @description Creates tags and lists that cells name and that do not exist
             * @default false
             */
            create_labels?: boolean;
            /**
             * @description `auto`, `comma`, `semicolon`, `tab`, `pipe`, or the character itself
             * @default auto
             */
            delimiter?: string;
            /**
             * @description `auto` detects UTF-8, UTF-16, and Windows-1252 (Latin-1); any other encoding must be named
             * @default auto
             */
            encoding?: string;
            /**
             * @description Validates and reports what would change, without writing
             * @default false
             */
            dry_run?: boolean;
            /**
             * @description Contacts that would become subscribed become pending and get a confirmation email
             * @default false
             */
            double_optin?: boolean;
            /**
             * @description Suppresses webhooks and funnel triggers
             * @default false
             */
            silent?: boolean;
            /**
             * @description An unreadable cell of an optional column is left out, with a warning in the row, or refuses the row
             * @default skip_cell
             * @enum {string}
             */
            on_bad_cell?: "skip_cell" | "skip_row";
            /**
             * @description How to read 01/02/1990; `auto` detects it by column, if its rows together allow one reading only
             * @default auto
             * @enum {string}
             */
            date_format?: "auto" | "dd/mm/yyyy" | "mm/dd/yyyy";
            /** @description How the contacts agreed, for the consent log: the text version, or `{text_version, ip, proof}` */
            consent?: string | {
                [key: string]: unknown;
            };
            /** @description Rows as objects; members are named like columns */
            rows: {
                [key: string]: unknown;
            }[];
        };
        ImportsPage: {
            /** @description Not meaningful with a cursor */
            current_page: number;
            /** @description Requested rows per page */
            per_page: number;
            /** @description Number of rows on all pages */
            total: number;
            /** @description `true` if `total` is an estimate; absent otherwise */
            total_is_estimate?: boolean;
            /** @description 1 for an empty list */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null if the page is empty or a cursor is used */
            from: number | null;
            /** @description Number of the last row of this page; null if the page is empty or a cursor is used */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and if a cursor is used */
            prev_page_url: string | null;
            /** @description Set with a cursor; null on the last page */
            next_cursor?: string | null;
            data: components["schemas"]["ImportResponse"][];
        };
        ImportsResponse: {
            imports: components["schemas"]["ImportsPage"];
        };
        JobRowResponse: {
            /** @description From 1; in a file, the first row after the header */
            row: number;
            /**
             * @description `skipped`: nothing was changed; `invalid`: refused, no part of the row is written
             * @enum {string}
             */
            outcome: "created" | "updated" | "skipped" | "invalid";
            /** @description Whether the row requested a status that it may not set; the contact keeps its own */
            kept_status: boolean;
            /** @description Null if none, as in a dry run */
            contact_id: number | null;
            /** @description Why the row was refused or skipped */
            reason: string | null;
            /**
             * @description The outcome of undoing the row; null before an undo and if there was nothing to undo
             * @enum {string|null}
             */
            undo: "undone" | "conflict" | null;
            /** @description Values of the row that were left out, and why */
            warnings: string[];
            /** @description Edits that the undo kept */
            conflict: string | null;
        };
        JobRowsResponse: {
            rows: components["schemas"]["JobRowResponse"][];
            /** @description The next `cursor`; null on the last page */
            next_cursor: string | null;
        };
        LabelEngagementResponse: {
            /** @description Mean score of the members, 0 to 100 */
            score_average: number;
            /** @description Number of members by score */
            distribution: components["schemas"]["ScoreBandResponse"][];
        };
        LabelFiguresResponse: {
            id: number;
            title: string;
            /** @description Current members */
            totalCount: number;
            /** @description Current members whose status is subscribed */
            subscribersCount: number;
            /** @description Times that a contact was added */
            new: number;
            /** @description Times that a contact was removed */
            lost: number;
            /** @description new - lost */
            net_growth: number;
            /** @description Emails to current members */
            sent: number;
            /** @description Sent emails with tracking, the base of the rates of opens and clicks */
            tracked: number;
            /** @description Percentage of tracked */
            open_rate: number;
            /** @description Percentage of tracked */
            click_rate: number;
            /** @description Revenue of current members, minus refunds */
            revenue: number;
        };
        LabelGrowthResponse: {
            /** @description Local day */
            date: string;
            added: number;
            removed: number;
            /** @description added - removed */
            net: number;
        };
        LabelOptionResponse: {
            id: number;
            title: string;
            slug: string;
        };
        LabelResponse: {
            id: number;
            title: string;
            slug: string;
        };
        LanguageOutcomeResponse: {
            /** @description Null for the content itself */
            language: string | null;
            sent: number;
            bounced: number;
            /** @description Emails opened at least once by a human */
            opened: number;
            /** @description Emails clicked at least once by a human */
            clicked: number;
            unsubscribed: number;
        };
        LeftOutResponse: {
            /** @description On the suppression list */
            suppressed: number;
            /** @description Contacts with another status */
            not_subscribed: number;
            /** @description Contacts who paused emails */
            paused: number;
            /** @description Excluded by the settings of the campaign */
            excluded_by_rule: number;
            /** @description Additional matches of contacts that match more than one row; these contacts are not excluded */
            duplicates: number;
        };
        LinkOutcomeResponse: {
            id: number;
            /** @description The URL as it was written, with merge tags */
            url: string;
            /** @description The variant with the link; only with an A/B test */
            variant?: string;
            /** @description The language of the translation with the link */
            language: string | null;
            /** @description Human clicks */
            total: number;
            /** @description Emails in which a human clicked the link */
            unique: number;
            /** @description Clicks by scanners and prefetchers */
            machine: number;
            /** @description Percentage of human clicks on all links */
            share: number;
        };
        LinkReportResponse: {
            /** @description Includes links without clicks */
            links: components["schemas"]["CampaignLinkResponse"][];
        };
        LintIssueResponse: {
            /** @enum {string} */
            severity: "error" | "warning" | "info";
            /** @enum {string} */
            code: "does_not_parse" | "too_expensive" | "missing_subject" | "missing_body" | "missing_pre_header" | "standard_footer" | "confirm_link" | "long_subject" | "shouting_subject" | "misleading_subject" | "unknown_merge_tag" | "empty_merge_tag" | "foreign_merge_tag" | "missing_alt" | "images_only" | "relative_image" | "embedded_image" | "insecure_image" | "empty_link" | "host_from_value" | "dead_anchor" | "relative_link" | "insecure_link" | "unsupported_link" | "unsupported_element" | "unclosed_element" | "too_large" | "sender_not_ready";
            message: string;
            /** @description Member of the email */
            field: string;
            /** @description Line in `field`, from 1 */
            line?: number;
            /** @description Of the translation; absent for the content itself */
            language?: string;
            /** @description Affected contacts of the sample */
            count?: number;
        };
        ListCreatedResponse: {
            lists: components["schemas"]["ListResponse"];
            message: string;
        };
        ListRemovedResponse: {
            message: string;
        };
        ListReportsResponse: {
            /** @description Sorted by title */
            lists: components["schemas"]["LabelFiguresResponse"][];
            /** @description Null if there are no orders */
            currency: string | null;
            meta: components["schemas"]["ReportMetaResponse"];
        };
        ListResponse: {
            id: number;
            title: string;
            slug: string;
            description: string | null;
            /**
             * @description `1` if contacts can see and join it in the preference center
             * @enum {string}
             */
            is_public: "0" | "1";
            subscription: components["schemas"]["ListSubscriptionResponse"];
            created_at: string;
            updated_at: string;
        };
        ListSubscriptionResponse: {
            /** @description Whether contacts subscribe to the list and leave it alone */
            enabled: boolean;
            /** @description Null: the title */
            public_name: string | null;
            description: string | null;
            /** @description Null: the usual double opt-in email */
            double_optin_template_id: number | null;
            /** @description Null: the sender of the campaign or funnel */
            sender_id: number | null;
        };
        ListUpdatedResponse: {
            /** @description The list id as text */
            lists: string;
            message: string;
        };
        ListedCampaignResponse: {
            campaign_id: number;
            campaign_title: string;
            /**
             * @description `working`: being sent; `sent`: every email has a final state; `archived`: by a manager, or cancelled
             * @enum {string}
             */
            status: "draft" | "scheduled" | "working" | "sent" | "paused" | "archived";
            /** @description Time when the last email was sent; null before that */
            sent_at: string | null;
            stats: components["schemas"]["CampaignStatsResponse"];
            revenue: components["schemas"]["CampaignRevenueResponse"];
        };
        ListedNoteResponse: {
            id: number;
            /** @description Contact id; only for notes of contacts */
            subscriber_id?: string;
            /** @description Company id; only for notes of companies */
            company_id?: string;
            /** @description The note to which it replies */
            parent_id: number | null;
            /** @description Manager who wrote it; null for a note by a funnel */
            created_by: string | null;
            /** @enum {string} */
            status: "open" | "closed";
            /** @enum {string} */
            type: "note" | "call" | "email" | "meeting" | "quote_sent" | "quote_accepted" | "quote_refused" | "invoice_sent" | "invoice_part_paid" | "invoice_paid" | "invoice_refunded" | "transaction" | "feedback" | "tweet" | "facebook_post";
            /**
             * @description Stored for clients
             * @enum {string}
             */
            is_private: "0" | "1";
            title: string;
            /** @description HTML */
            description: string;
            /** @description Time of the noted event, such as the call */
            created_at: string;
            updated_at: string;
            /** @description Null for a note by a funnel */
            added_by: components["schemas"]["NoteAuthorResponse"] | null;
        };
        ListedOrderResponse: {
            id: number;
            /** @description Order id in the shop */
            external_id: string;
            /** @description Name of the shop */
            provider: string;
            /** @description Null once the contact is deleted */
            contact_id: number | null;
            /**
             * @description Figures count `completed` and `refunded` orders only
             * @enum {string}
             */
            status: "pending" | "processing" | "completed" | "cancelled" | "refunded";
            /** @description ISO 4217 code */
            currency: string;
            /** @description In `currency`, before refunds */
            total: number;
            /** @description Refunded amount */
            refunded: number;
            items: components["schemas"]["OrderItemResponse"][];
            /** @description Order time */
            ordered_at: string;
            /** @description `updated_at` as reported by the shop */
            source_updated_at: string | null;
            created_at: string;
            updated_at: string;
            /** @description Null without attribution */
            attribution: components["schemas"]["AttributionResponse"] | null;
        };
        ListedSingleEmailResponse: {
            /** @description As `email.id` in its events */
            id: number;
            to: string[];
            /** @description As sent; before that, the template */
            subject: string;
            template_id: number | null;
            tracked: boolean;
            /**
             * @description Of the first recipient
             * @enum {string}
             */
            status: "pending" | "processing" | "sent" | "failed" | "bounced" | "complained" | "skipped" | "unknown" | "cancelled" | "refused";
            attempts: number;
            /** @description By people; 0 if not tracked */
            opens: number;
            clicks: number;
            sent_at: string | null;
            /** @description The reply of the mail server, or why it was not sent */
            error: string | null;
            /** @description The `send_at` of the request */
            scheduled_at: string | null;
            created_at: string;
        };
        ListsResponse: {
            lists: components["schemas"]["CountedListResponse"][];
        };
        LiveCampaignResponse: {
            campaign_id: number;
            /**
             * @description `working`: being sent; `sent`: every email has a final state; `archived`: by a manager, or cancelled
             * @enum {string}
             */
            status: "draft" | "scheduled" | "working" | "sent" | "paused" | "archived";
            stats: components["schemas"]["CampaignStatsResponse"];
            progress: components["schemas"]["LiveProgressResponse"];
            /** @description The latest events, newest first */
            last_events: components["schemas"]["LiveEventResponse"][];
            /** @description When the figures were read */
            as_of: string;
            meta: components["schemas"]["ReportMetaResponse"];
        };
        LiveEventResponse: {
            /** @enum {string} */
            type: "sent" | "opened" | "clicked" | "bounced" | "complained" | "unsubscribed" | "failed";
            /** @description When it happened */
            at: string;
            email_id: number;
            contact_id: number | null;
            /** @description Only for clicks */
            url?: string;
        };
        LiveFunnelResponse: {
            funnel_id: number;
            /** @description Contacts in the funnel now */
            active: number;
            /** @description Contacts whose next step is not due yet */
            waiting: number;
            entered_last_hour: number;
            completed_last_hour: number;
            by_sequence: components["schemas"]["WaitingAtStepResponse"][];
            /** @description When the figures were read */
            as_of: string;
            meta: components["schemas"]["ReportMetaResponse"];
        };
        LiveProgressResponse: {
            /** @description Percentage of emails in a final state */
            percent: number;
            /** @description Null if the campaign is not being sent */
            phase: string | null;
            /** @description All recipients */
            total: number;
            sent: number;
            /** @description Emails waiting, in transmission, or to be retried */
            pending: number;
            /** @description Emails refused or given up */
            failed: number;
            /** @description Emails per second in the last minute */
            rate_per_second: number;
            /** @description Null if it cannot be estimated */
            eta_seconds: number | null;
            /** @description Why no emails are being sent; null if they are */
            waiting_reason: string | null;
        };
        LivenessResponse: {
            /** @enum {string} */
            status: "ok";
        };
        MailerSettings: {
            /** @description Null: the sender with this From address, else the mail server of `SMTP_URL` */
            sender_id?: number | null;
            /** @description Null: the default of the sender */
            from_name?: string | null;
            /**
             * Format: email
             * @description Null: the default of the sender
             */
            from_email?: string | null;
            reply_to_name?: string | null;
            /**
             * Format: email
             * @description Null: the default of the sender
             */
            reply_to_email?: string | null;
        };
        MailerSettingsResponse: {
            /** @description Null: the sender with this From address, else the mail server of `SMTP_URL` */
            sender_id: number | null;
            /** @description Null: the default of the sender */
            from_name: string | null;
            /** @description Null: the default of the sender */
            from_email: string | null;
            reply_to_name: string | null;
            /** @description Null: the default of the sender */
            reply_to_email: string | null;
        };
        ManagerResponse: {
            username: string;
            permissions: ("view_contacts" | "manage_contacts" | "view_reports" | "manage_campaigns" | "send_campaigns")[];
        };
        MergeContacts: {
            /** @description The contact to keep */
            keep_id: number;
            /** @description Contacts to merge into it; they are removed. At most 50 */
            merge_ids: number[];
        };
        NextRequestResponse: {
            /** @description The URL of the next attempt */
            url: string;
            /** @description Headers without the signatures */
            headers: {
                [key: string]: string;
            };
            /** @description The body without the signature; null once retention has removed the event */
            payload: {
                [key: string]: unknown;
            } | null;
        };
        NoteAuthorResponse: {
            /** @description Id of the manager */
            ID: number;
            /** @description Username */
            display_name: string;
            /** @description Always null */
            first_name: string | null;
            /** @description Always null */
            last_name: string | null;
        };
        NoteMembers: {
            title: string;
            /** @description HTML; elements and attributes that are not allowed are removed */
            description: string;
            /**
             * @description The kind of event
             * @enum {string}
             */
            type: "note" | "call" | "email" | "meeting" | "quote_sent" | "quote_accepted" | "quote_refused" | "invoice_sent" | "invoice_part_paid" | "invoice_paid" | "invoice_refunded" | "transaction" | "feedback" | "tweet" | "facebook_post";
            /** @description Time of the event. UTC unless an offset is given */
            created_at: string;
            /**
             * @default open
             * @enum {string}
             */
            status?: "open" | "closed";
            /**
             * @description Stored for clients; true and false are accepted too
             * @default 1
             * @enum {string}
             */
            is_private?: "0" | "1";
            /** @description The earlier note to which this one replies */
            parent_id?: number | null;
        };
        NoteRemovedResponse: {
            message: string;
        };
        NoteResponse: {
            id: number;
            /** @description Contact id; only for notes of contacts */
            subscriber_id?: string;
            /** @description Company id; only for notes of companies */
            company_id?: string;
            /** @description The note to which it replies */
            parent_id: number | null;
            /** @description Manager who wrote it; null for a note by a funnel */
            created_by: string | null;
            /** @enum {string} */
            status: "open" | "closed";
            /** @enum {string} */
            type: "note" | "call" | "email" | "meeting" | "quote_sent" | "quote_accepted" | "quote_refused" | "invoice_sent" | "invoice_part_paid" | "invoice_paid" | "invoice_refunded" | "transaction" | "feedback" | "tweet" | "facebook_post";
            /**
             * @description Stored for clients
             * @enum {string}
             */
            is_private: "0" | "1";
            title: string;
            /** @description HTML */
            description: string;
            /** @description Time of the noted event, such as the call */
            created_at: string;
            updated_at: string;
        };
        NoteWrittenResponse: {
            note: components["schemas"]["NoteResponse"];
            message: string;
        };
        NotesPage: {
            /** @description Not meaningful with a cursor */
            current_page: number;
            /** @description Requested rows per page */
            per_page: number;
            /** @description Number of rows on all pages */
            total: number;
            /** @description `true` if `total` is an estimate; absent otherwise */
            total_is_estimate?: boolean;
            /** @description 1 for an empty list */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null if the page is empty or a cursor is used */
            from: number | null;
            /** @description Number of the last row of this page; null if the page is empty or a cursor is used */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and if a cursor is used */
            prev_page_url: string | null;
            /** @description Set with a cursor; null on the last page */
            next_cursor?: string | null;
            data: components["schemas"]["ListedNoteResponse"][];
        };
        NotesResponse: {
            notes: components["schemas"]["NotesPage"];
        };
        OAuth2: {
            /**
             * @description Determines the default of `token_url` and `scope`
             * @default custom
             * @enum {string}
             */
            provider?: "microsoft" | "google" | "custom";
            /** @description Id of the registered application */
            client_id?: string;
            /** @description Never returned; omitted for a public client */
            client_secret?: string;
            /** @description Refresh token of the mailbox; never returned */
            refresh_token?: string;
            /** @description Token endpoint */
            token_url?: string;
            /** @description Scopes to request; null: those that were granted */
            scope?: string | null;
            /** @description For `microsoft`: id or domain of the tenant instead of `common` */
            tenant?: string;
        };
        OAuth2Response: {
            /** @enum {string} */
            provider: "microsoft" | "google" | "custom";
            client_id: string;
            token_url: string;
            scope: string | null;
        };
        OneBulkActionResponse: {
            bulk_action: components["schemas"]["BulkActionResponse"];
        };
        OneCampaignResponse: {
            campaign: components["schemas"]["CampaignResponse"];
        };
        OneCompanyResponse: {
            company: components["schemas"]["CompanyResponse"];
        };
        OneContactResponse: {
            subscriber: components["schemas"]["ContactResponse"];
            /** @description Only with `with[]=custom_fields` */
            custom_fields?: components["schemas"]["DefinitionResponse"][];
        };
        OneDeliveryResponse: {
            delivery: components["schemas"]["DeliveryDetailsResponse"];
        };
        OneFormResponse: {
            form: components["schemas"]["FormResponse"];
        };
        OneFunnelResponse: {
            funnel: components["schemas"]["FunnelResponse"];
        };
        OneImportResponse: {
            import: components["schemas"]["ImportResponse"];
        };
        OneLabelReportResponse: {
            id: number;
            title: string;
            /** @description Current members */
            totalCount: number;
            /** @description Current members whose status is subscribed */
            subscribersCount: number;
            /** @description Times that a contact was added */
            new: number;
            /** @description Times that a contact was removed */
            lost: number;
            /** @description new - lost */
            net_growth: number;
            /** @description Emails to current members */
            sent: number;
            /** @description Sent emails with tracking, the base of the rates of opens and clicks */
            tracked: number;
            /** @description Percentage of tracked */
            open_rate: number;
            /** @description Percentage of tracked */
            click_rate: number;
            /** @description Revenue of current members, minus refunds */
            revenue: number;
            /** @description Every day of the period */
            growth: components["schemas"]["LabelGrowthResponse"][];
            engagement: components["schemas"]["LabelEngagementResponse"];
            /** @description Members by status */
            status_breakdown: {
                subscribed?: number;
                unsubscribed?: number;
                pending?: number;
                bounced?: number;
                complained?: number;
            };
            /** @description Null if there are no orders */
            currency: string | null;
            meta: components["schemas"]["ReportMetaResponse"];
        };
        OneOrderResponse: {
            order: components["schemas"]["OrderResponse"];
            refunds: components["schemas"]["RefundResponse"][];
            /** @description Null without attribution */
            attribution: components["schemas"]["AttributionResponse"] | null;
        };
        OneReplayResponse: {
            replay: components["schemas"]["ReplayResponse"];
        };
        OneScheduledReportResponse: {
            scheduled_report: components["schemas"]["ScheduledReportResponse"];
            /** @description The last 20 runs, newest first */
            runs: components["schemas"]["ScheduledReportRunResponse"][];
        };
        OneSegmentResponse: {
            segment: components["schemas"]["SegmentResponse"];
        };
        OneSenderResponse: {
            sender: components["schemas"]["SenderResponse"];
        };
        OneSingleEmailResponse: {
            email: components["schemas"]["SingleEmailResponse"];
        };
        OneSnippetResponse: {
            snippet: components["schemas"]["SnippetResponse"];
        };
        OneTagResponse: {
            tag: components["schemas"]["TagResponse"];
        };
        OneTemplateResponse: {
            template: components["schemas"]["TemplateResponse"];
        };
        OneVersionResponse: {
            version: components["schemas"]["VersionWithStepsResponse"];
        };
        OneWebhookResponse: {
            webhook: components["schemas"]["WebhookResponse"];
        };
        OptionsResponse: {
            countries: components["schemas"]["CountryOptionResponse"][];
            lists: components["schemas"]["LabelOptionResponse"][];
            tags: components["schemas"]["LabelOptionResponse"][];
            statuses: components["schemas"]["WordOptionResponse"][];
            contact_types: components["schemas"]["WordOptionResponse"][];
            campaigns: components["schemas"]["CampaignOptionResponse"][];
            funnels: components["schemas"]["CampaignOptionResponse"][];
            segments: components["schemas"]["CampaignOptionResponse"][];
            custom_fields: components["schemas"]["CustomFieldOptionResponse"][];
        };
        OrderItemMembers: {
            /** @description Product id in the shop */
            external_id?: string | null;
            /** @description Product name */
            title: string;
            /**
             * @description Units, also fractions
             * @default 1
             */
            quantity?: number;
            /** @description Unit price */
            price: number;
            /** @description Instead of `title` */
            name?: string | null;
            /** @description Instead of `price` */
            unit_price?: number | null;
            sku?: string | null;
            /** @description By default `price` times `quantity` */
            total?: number | null;
            /**
             * Format: uri
             * @description Page of the product
             */
            url?: string | null;
            /**
             * Format: uri
             * @description Picture of the product
             */
            image_url?: string | null;
            /** @description The chosen variant */
            options?: {
                [key: string]: unknown;
            } | null;
            /** @description Anything else; unknown members of the item become members of it */
            meta?: {
                [key: string]: unknown;
            } | null;
        };
        OrderItemResponse: {
            /** @description Product id in the shop */
            external_id: string | null;
            title: string;
            quantity: number;
            /** @description Unit price */
            price: number;
            /** @description The same as `title` */
            name: string;
            sku: string | null;
            /** @description The same as `price` */
            unit_price: number;
            /** @description `unit_price` times `quantity`, unless the shop reported another total */
            total: number;
            url: string | null;
            image_url: string | null;
            /** @description The chosen variant */
            options: {
                [key: string]: unknown;
            };
            /** @description Other members of the item, as the shop reported them */
            meta: {
                [key: string]: unknown;
            };
        };
        OrderRemark: {
            /** @description Index of the order in the request, from 0 */
            index: number;
            /** @description All reasons in one text */
            reason: string;
        };
        OrderReportedResponse: {
            message: string;
            /**
             * @description `unchanged`: repeated or old data
             * @enum {string}
             */
            action_type: "created" | "updated" | "unchanged";
            /** @description Why nothing changed; only with `unchanged` */
            reason?: string;
            /** @description What was rounded; absent if nothing was */
            warnings?: string[];
            order: components["schemas"]["OrderResponse"];
            /** @description Null without attribution */
            attribution: components["schemas"]["AttributionResponse"] | null;
        };
        OrderResponse: {
            id: number;
            /** @description Order id in the shop */
            external_id: string;
            /** @description Name of the shop */
            provider: string;
            /** @description Null once the contact is deleted */
            contact_id: number | null;
            /**
             * @description Figures count `completed` and `refunded` orders only
             * @enum {string}
             */
            status: "pending" | "processing" | "completed" | "cancelled" | "refunded";
            /** @description ISO 4217 code */
            currency: string;
            /** @description In `currency`, before refunds */
            total: number;
            /** @description Refunded amount */
            refunded: number;
            items: components["schemas"]["OrderItemResponse"][];
            /** @description Order time */
            ordered_at: string;
            /** @description `updated_at` as reported by the shop */
            source_updated_at: string | null;
            created_at: string;
            updated_at: string;
        };
        OrdersPage: {
            /** @description Not meaningful with a cursor */
            current_page: number;
            /** @description Requested rows per page */
            per_page: number;
            /** @description Number of rows on all pages */
            total: number;
            /** @description `true` if `total` is an estimate; absent otherwise */
            total_is_estimate?: boolean;
            /** @description 1 for an empty list */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null if the page is empty or a cursor is used */
            from: number | null;
            /** @description Number of the last row of this page; null if the page is empty or a cursor is used */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and if a cursor is used */
            prev_page_url: string | null;
            /** @description Set with a cursor; null on the last page */
            next_cursor?: string | null;
            data: components["schemas"]["ListedOrderResponse"][];
        };
        OrdersReportedResponse: {
            message: string;
            /** @description Order ids */
            created: number[];
            /** @description Order ids */
            updated: number[];
            /** @description Order ids; the data was repeated or outdated */
            unchanged: number[];
            /** @description Why orders are unchanged */
            reasons: components["schemas"]["OrderRemark"][];
            /** @description What was rounded in orders that were saved */
            warnings: components["schemas"]["OrderRemark"][];
            /** @description Orders that were not saved */
            invalids: components["schemas"]["OrderRemark"][];
        };
        OrdersResponse: {
            orders: components["schemas"]["OrdersPage"];
        };
        OtherCurrencyResponse: {
            /** @description ISO 4217 code */
            currency: string;
            /** @description In this currency */
            revenue: number;
            orders: number;
        };
        OutcomeByCampaignResponse: {
            /** @description Null for the sum of all others */
            campaign_id: number | null;
            title: string;
            count: number;
            /** @description Percentage of the emails of this campaign in the period */
            rate: number;
        };
        OutcomeByDomainResponse: {
            /** @description Null: all other domains */
            domain: string | null;
            count: number;
            /** @description Percentage of the emails to this domain */
            rate: number;
        };
        OutcomeContactResponse: {
            id: number;
            email: string;
        };
        OverlapResponse: {
            keys: number[];
            /** @description Contacts in both groups */
            size: number;
            /** @description Percentage of the contacts who are in either group */
            share: number;
        };
        OverviewEmailStatsResponse: {
            emails_sent: number;
            emails_opened: number;
            emails_clicked: number;
            /** @description Sent emails with tracking, the base of the rates of opens and clicks */
            tracked: number;
            /** @description Percentage of tracked */
            open_rate: number;
            /** @description Percentage of tracked */
            click_rate: number;
        };
        OverviewResponse: {
            /** @description Contacts whose status is subscribed now */
            total_subscribers: number;
            subscriber_growth: components["schemas"]["SubscriberGrowthResponse"];
            /** @description Emails of campaigns and funnels, and system emails */
            email_stats: components["schemas"]["OverviewEmailStatsResponse"];
            /** @description Single emails */
            single_stats: components["schemas"]["OverviewEmailStatsResponse"];
            revenue: components["schemas"]["OverviewRevenueResponse"];
            meta: components["schemas"]["ComparedMetaResponse"];
        };
        OverviewRevenueResponse: {
            /** @description Completed orders minus refunds */
            total: number;
            /** @description Percentage change from the comparison period */
            growth: number;
            /** @description Null if there are no orders */
            currency: string | null;
        };
        PreviewCampaign: {
            /** @description The contact to render for; a sample contact if omitted */
            contact_id?: number | null;
            /** @description The key of a variant of the A/B test; the content of the campaign itself if omitted */
            variant?: string;
            /** @description A language of the translations; that of the contact if omitted */
            language?: string;
        };
        PreviousBouncesResponse: {
            totals: components["schemas"]["BounceTotalsResponse"];
            rates: components["schemas"]["BounceRatesResponse"];
        };
        PreviousComplaintsResponse: {
            totals: components["schemas"]["ComplaintTotalsResponse"];
            rates: components["schemas"]["ComplaintRatesResponse"];
        };
        PreviousRevenueResponse: {
            /** @description Net of refunds */
            total_revenue: number;
            total_orders: number;
            /** @description Percentage change of revenue from the comparison period */
            growth_rate: number;
        };
        PreviousUnsubscribesResponse: {
            totals: components["schemas"]["UnsubscribeTotalsResponse"];
            rates: components["schemas"]["UnsubscribeRatesResponse"];
        };
        ProviderFeedbackResponse: {
            message: string;
            /** @description Number of events in the request */
            received: number;
            /** @description Number of events that changed an email or a contact */
            applied: number;
        };
        ProviderReplyResponse: {
            at: string;
            /** @description The enhanced status code, or the SMTP reply code */
            code: string;
            /** @description Without addresses */
            text: string;
            /**
             * @description A reply, or a bounce message
             * @enum {string}
             */
            source: "smtp" | "dsn";
        };
        RateIntervalResponse: {
            /** @description Percent */
            low: number;
            /** @description Percent */
            high: number;
        };
        ReactionResponse: {
            /** @description Number of contacts */
            total: number;
            /** @description Percent of the delivered emails; opens and clicks of the tracked ones */
            rate: number;
        };
        ReactionsResponse: {
            /** @description Delivered emails with tracking, the base of the rates of opens and clicks */
            tracked: number;
            open: components["schemas"]["ReactionResponse"];
            click: components["schemas"]["ReactionResponse"];
            unsubscribe: components["schemas"]["ReactionResponse"];
        };
        RecentActivityResponse: {
            /** @enum {string} */
            type: "opened" | "clicked" | "unsubscribed" | "event_tracked" | "order_created";
            /** @description When it happened */
            at: string;
            /** @description The current contact; null if deleted */
            contact: components["schemas"]["ActiveContactResponse"] | null;
            /** @description For emails: `email_id`, `campaign_id`, and `funnel_id`, plus the clicked `url` as it was written, or the `method` of an opt-out. For tracked events: `event_key` and `title`. For orders: `order_id`, `total`, and `currency` */
            detail: {
                [key: string]: unknown;
            };
        };
        RecentBounceResponse: {
            /** @description Null if the contact was deleted */
            contact: components["schemas"]["OutcomeContactResponse"] | null;
            email_id: number;
            /** @description Null for an email without campaign */
            campaign_id: number | null;
            /** @description When it happened */
            at: string;
            /**
             * @description `hard`: permanent, such as an unknown address; `soft`: temporary, such as a full mailbox
             * @enum {string}
             */
            type: "hard" | "soft";
            code: string | null;
        };
        RecentComplaintResponse: {
            /** @description Null if the contact was deleted */
            contact: components["schemas"]["OutcomeContactResponse"] | null;
            email_id: number;
            /** @description Null for an email without campaign */
            campaign_id: number | null;
            /** @description When it happened */
            at: string;
            /** @description Source of the complaint */
            reason: string;
        };
        RecentRequestResponse: {
            /**
             * Format: date-time
             * @description When it ended
             */
            at: string;
            /** @description Username */
            manager: string;
            method: string;
            /** @description Without the query */
            path: string;
            status: number;
            /** @description In milliseconds */
            duration_ms: number;
            /** @description The `X-Request-Id` of the answer */
            request_id: string;
        };
        RecentRequestsResponse: {
            requests: components["schemas"]["RecentRequestResponse"][];
        };
        RecentUnsubscribeResponse: {
            /** @description Null if the contact was deleted */
            contact: components["schemas"]["OutcomeContactResponse"] | null;
            email_id: number;
            /** @description Null for an email without campaign */
            campaign_id: number | null;
            /** @description When it happened */
            at: string;
            /** @description How the contact opted out */
            method: string;
            /** @description Null if none was given */
            reason: string | null;
        };
        RedeliveryResponse: {
            delivery: components["schemas"]["DeliveryDetailsResponse"];
            message: string;
        };
        RefundOrder: {
            /** @description More than 0, and at most the amount not refunded yet */
            amount: number;
            /** @description Free text */
            reason?: string | null;
            /** @description Refund id in the shop; recorded only once */
            external_id?: string | null;
            /** @description Refund time; now by default */
            refunded_at?: string | null;
        };
        RefundResponse: {
            id: number;
            /** @description Refund id in the shop */
            external_id: string | null;
            /** @description In the currency of the order */
            amount: number;
            /** @description Null if none was given */
            reason: string | null;
            /** @description True for the difference to the total of an order that was reported as refunded; refunds reported later reduce it */
            is_remainder: boolean;
            /** @description Refund time */
            refunded_at: string;
        };
        RefundedResponse: {
            message: string;
            /** @description What was rounded; absent if nothing was */
            warnings?: string[];
            refund: components["schemas"]["RefundResponse"];
            order: components["schemas"]["OrderResponse"];
        };
        RefusedContactResponse: {
            /** @description Position in `contacts`, from 0 */
            index: number;
            /** @description All reasons in one text */
            reason: string;
            /** @description The reasons by field */
            params?: {
                [key: string]: string;
            };
            /** @description The contact that already has the address */
            contact_id?: number;
        };
        RenderTemplate: {
            /** @description Subject line (Liquid) */
            email_subject?: string;
            /** @description Preview text in the inbox (Liquid) */
            email_pre_header?: string;
            /** @description HTML with Liquid (MJML if `design_template` is `mjml`); campaigns without a link to {{ unsubscribe_url }} or {{ preferences_url }} get the standard footer */
            email_body?: string;
            /** @description Plain text part (Liquid); generated from the HTML if empty */
            email_body_text?: string;
            /**
             * @description Format of the body and the layout around it
             * @default simple
             * @enum {string}
             */
            design_template?: "simple" | "plain" | "raw_html" | "mjml";
            /** @description The content by language, such as `de` or `pt-BR`; members that are missing or empty are not translated */
            translations?: {
                [key: string]: {
                    email_subject?: string;
                    email_pre_header?: string;
                    email_body?: string;
                    text?: string;
                };
            };
            /** @description The contact whose values are inserted; sample values if omitted */
            contact_id?: number | null;
        };
        RenderedTemplateResponse: {
            subject: string;
            /** @description Preview text of the inbox */
            pre_header: string;
            html: string;
            /** @description Plain-text part */
            text: string;
        };
        ReplaceCustomFields: {
            /** @description All fields, in the order in which they are listed */
            fields: components["schemas"]["FieldDefinition"][];
            /**
             * @description Allow deleting values of contacts
             * @default false
             */
            force?: boolean;
        };
        Replay: {
            /** @description Start of the time range, inclusive */
            from: string;
            /** @description End of the time range, inclusive. Default: now */
            to?: string | null;
            /** @description Event names, `*`, or families such as `contact.*`, from those that the webhook subscribes to. Default: all of them */
            events?: string[] | null;
        };
        ReplayResponse: {
            id: number;
            webhook_id: number;
            /** @enum {string} */
            status: "running" | "done" | "cancelled";
            /** @description Start of the time range */
            from: string;
            /** @description End of the time range */
            to: string;
            events: ("contact.created" | "contact.updated" | "contact.deleted" | "contact.status_changed" | "contact.tag_added" | "contact.tag_removed" | "contact.list_added" | "contact.list_removed" | "email.sent" | "email.opened" | "email.clicked" | "email.bounced" | "email.spam_complaint" | "email.unsubscribed" | "campaign.created" | "campaign.sent" | "campaign.paused" | "campaign.resumed" | "funnel.subscriber_added" | "funnel.subscriber_completed" | "funnel.subscriber_exited" | "funnel.sequence_completed" | "commerce.order_created" | "commerce.order_completed" | "commerce.order_refunded" | "commerce.revenue_recorded")[];
            /** @description Events to replay */
            total: number;
            /** @description True: `total` is a lower bound; there are too many to count */
            total_is_estimate: boolean;
            /** @description Deliveries created or restarted so far */
            queued: number;
            created_at: string;
            /** @description Null while the replay is running */
            finished_at: string | null;
        };
        ReplayStartedResponse: {
            replay: components["schemas"]["ReplayResponse"];
            message: string;
        };
        ReportMetaResponse: {
            /** @description First local day; null for all time */
            from: string | null;
            /** @description Last local day (inclusive); null for all time */
            to: string | null;
            /** @description Time zone of the days */
            timezone: string;
            /** @description When the figures were computed */
            generated_at: string;
            /** @description Whether the figures were cached */
            cached: boolean;
            /** @description Changes committed by this time are counted */
            as_of: string;
        };
        ReportOptionsResponse: {
            options: components["schemas"]["OptionsResponse"];
            /** @description The manager that the credentials belong to */
            manager: components["schemas"]["ManagerResponse"];
        };
        ReportOrder: {
            /**
             * Format: email
             * @description Address of the contact
             */
            email?: string | null;
            /** @description Instead of the address, or in addition to it */
            contact_id?: number | null;
            /**
             * @description Moves forward only, except from cancelled
             * @enum {string}
             */
            status?: "pending" | "processing" | "completed" | "cancelled" | "refunded";
            /** @description Purchased items; replaces the items reported before */
            items?: components["schemas"]["OrderItemMembers"][] | null;
            /** @description Order time; UTC unless it has an offset */
            ordered_at?: string | null;
            /** @description Last change in the shop; data older than the stored data changes nothing */
            updated_at?: string | null;
            /** @description Order id in the shop */
            external_id: string;
            /**
             * @description Name of the shop: letters, digits, dots, dashes, and underscores
             * @default shop
             */
            provider?: string;
            /** @description ISO 4217 code */
            currency: string;
            /** @description Total that the customer pays; more decimals than the currency has are rounded half to even */
            total: number;
        };
        ReportOrders: {
            orders: components["schemas"]["ReportOrder"][];
        };
        ResendCampaign: {
            /** @description New subject (Liquid); by default the subject of the campaign */
            email_subject?: string;
        };
        ResendResponse: {
            /** @description The campaign that is resent */
            of: number;
            /**
             * @description Recipients who did not open it, or whose email failed
             * @enum {string}
             */
            kind: "unopened" | "failed";
        };
        RestoreVersion: {
            /**
             * @description Whether active enrollments continue in the new version
             * @default false
             */
            migrate?: boolean;
        };
        RevenueAttributionResponse: {
            /** @description Revenue attributed to emails of campaigns */
            campaigns: number;
            /** @description Revenue attributed to emails of funnels */
            funnels: number;
            /** @description Revenue attributed to no email */
            unattributed: number;
        };
        RevenueContactResponse: {
            id: number;
            email: string;
            first_name: string | null;
            last_name: string | null;
        };
        RevenueDayResponse: {
            /** @description Local day */
            date: string;
            /** @description In the currency of the report */
            revenue: number;
            orders: number;
            /** @description Refunds of the day */
            refunded: number;
        };
        RevenueOfCampaignsResponse: {
            /** @description Sum over all pages, including deleted campaigns or contacts */
            total_revenue: number;
            total_orders: number;
            /** @description Currency of all amounts in the report; null if there are no orders */
            currency: string | null;
            meta: components["schemas"]["ReportMetaResponse"];
            campaigns: components["schemas"]["CampaignRevenuePage"];
        };
        RevenueOfContactsResponse: {
            /** @description Sum over all pages, including deleted campaigns or contacts */
            total_revenue: number;
            total_orders: number;
            /** @description Currency of all amounts in the report; null if there are no orders */
            currency: string | null;
            meta: components["schemas"]["ReportMetaResponse"];
            contacts: components["schemas"]["ContactRevenuePage"];
        };
        RevenueResponse: {
            /** @description Completed orders minus refunds */
            total_revenue: number;
            /** @description Completed orders */
            total_orders: number;
            /** @description total_revenue / total_orders */
            average_order_value: number;
            /** @description Refunds in the period */
            refunded: number;
            /** @description Currency of all amounts in the report; null if there are no orders */
            currency: string | null;
            /** @description Null if the report is filtered by `lists` or `tags` */
            attribution: components["schemas"]["RevenueAttributionResponse"] | null;
            /** @description The ten campaigns with the most revenue. Null if the report is filtered by `lists` or `tags` */
            top_campaigns: components["schemas"]["TopCampaignResponse"][] | null;
            /** @description Every day of the period */
            timeline: components["schemas"]["RevenueDayResponse"][];
            /** @description Revenue in other currencies */
            other_currencies: components["schemas"]["OtherCurrencyResponse"][];
            /** @description The comparison period */
            previous: components["schemas"]["PreviousRevenueResponse"];
            meta: components["schemas"]["ComparedMetaResponse"];
        };
        RotateSecret: {
            /** @description Generated and shown once when omitted. Fewer than 16 characters are accepted with a warning */
            secret?: string | null;
            /**
             * @description How long the previous secret signs in addition to the new one, in minutes; 0 disables it at once
             * @default 1440
             */
            grace_minutes?: number;
        };
        SaveSequences: {
            /** @description The steps in the order in which they run; `GET /funnels/actions` has the schema of their settings. A step with an `id` keeps its identity; a step without one is new. */
            sequences: {
                id?: number;
                /** @description See `GET /funnels/actions` */
                action_name: string;
                title?: string;
                description?: string;
                /** @description See `GET /funnels/actions` */
                settings?: {
                    [key: string]: unknown;
                };
                /** @description A rule of the filter language; contacts that do not match skip the step */
                conditions?: {
                    [key: string]: unknown;
                }[][];
                /** @description Seconds before the step, at most 31536000 */
                delay?: number;
                /** @description The branches of a condition or split, each an array of steps */
                children?: {
                    [key: string]: {
                        [key: string]: unknown;
                    }[];
                };
            }[];
            /**
             * @description Whether active enrollments continue in the new version
             * @default false
             */
            migrate?: boolean;
        };
        ScheduleCampaign: {
            /** @description UTC unless an offset is given; with `sending_type` `timezone` the local time of each contact */
            scheduled_at: string;
            /** @description End of the range; required with `settings.sending_type` `range_schedule`, otherwise not allowed */
            scheduled_until?: string | null;
        };
        ScheduledReportRemovedResponse: {
            message: string;
        };
        ScheduledReportResponse: {
            /** @description The report that is sent */
            id: number;
            title: string;
            /** @enum {string} */
            type: "overview" | "campaigns" | "campaign" | "funnels" | "funnel" | "subscriber-growth" | "subscriber-activity" | "top-subscribers" | "revenue" | "bounces" | "spam-complaints" | "unsubscribes" | "lists" | "tags" | "segmentation-analysis" | "ab-testing" | "engagement-scores";
            /**
             * @description Also the length of the period
             * @enum {string}
             */
            frequency: "daily" | "weekly" | "monthly" | "quarterly";
            recipients: string[];
            settings: components["schemas"]["ScheduledReportSettingsResponse"];
            /**
             * @description `paused`: sent only by `run`
             * @enum {string}
             */
            status: "active" | "paused";
            /** @description Time zone of the schedule and of the periods */
            timezone: string;
            /** @description Null while the report is paused */
            next_run_at: string | null;
            /** @description When emails were last queued */
            last_run_at: string | null;
            created_at: string;
            updated_at: string;
        };
        ScheduledReportRunResponse: {
            id: number;
            /**
             * @description `sent`: its emails are queued. `missed`: no worker was running, and a later period was sent instead
             * @enum {string}
             */
            state: "waiting" | "sent" | "missed" | "failed";
            /** @description First day of the period */
            from: string;
            /** @description Last day of the period (inclusive) */
            to: string;
            /** @description Null if requested by `run` */
            scheduled_for: string | null;
            /** @description Whether the run was more than an hour late */
            late: boolean;
            /** @description Failed attempts of this run */
            failed_attempts: number;
            /** @description Why the run failed or is retried */
            reason: string | null;
            /** @description Null until it ran */
            ran_at: string | null;
        };
        ScheduledReportSavedResponse: {
            message: string;
            scheduled_report: components["schemas"]["ScheduledReportResponse"];
        };
        ScheduledReportSettings: {
            /**
             * @description A longer range that ends with the period and replaces it; null for the period itself
             * @enum {string|null}
             */
            date_range?: "7_days" | "30_days" | "90_days" | "12_months" | null;
            /** @description Only contacts who are in any of these lists when the report is sent */
            lists?: number[];
            /** @description Only contacts who have any of these tags when the report is sent */
            tags?: number[];
            /** @description Required for type `campaign` */
            campaign_id?: number | null;
            /** @description Required for type `funnel` */
            funnel_id?: number | null;
            /** @description Currency of amounts (ISO 4217). Default: the currency of reports */
            currency?: string | null;
            /** @description Local time in the time zone of the report, as HH:MM. Default: `07:00` */
            send_at?: string;
            /**
             * @description Weekday of a weekly report
             * @default Mon
             * @enum {string}
             */
            weekday?: "Mon" | "Tue" | "Wed" | "Thu" | "Fri" | "Sat" | "Sun";
            /**
             * @description Day of the month for monthly reports, and of the first month of the quarter for quarterly reports. In shorter months, the last day
             * @default 1
             */
            day?: number;
            /** @description Alternative to the top-level `timezone`, which takes precedence */
            timezone?: string;
        };
        ScheduledReportSettingsResponse: {
            /**
             * @description A longer range that replaces the period; null for the period itself
             * @enum {string|null}
             */
            date_range: "7_days" | "30_days" | "90_days" | "12_months" | null;
            /** @description Only contacts in any of these lists */
            lists: number[];
            /** @description Only contacts with any of these tags */
            tags: number[];
            /** @description For the type `campaign` */
            campaign_id: number | null;
            /** @description For the type `funnel` */
            funnel_id: number | null;
            /** @description Null: the currency of reports */
            currency: string | null;
            /** @description Local time in the time zone of the report */
            send_at: string;
            /**
             * @description For weekly reports
             * @enum {string}
             */
            weekday: "Mon" | "Tue" | "Wed" | "Thu" | "Fri" | "Sat" | "Sun";
            /** @description Day of the month */
            day: number;
        };
        ScheduledReportStartedResponse: {
            message: string;
            run: components["schemas"]["ScheduledReportRunResponse"];
        };
        ScheduledReportsResponse: {
            scheduled_reports: components["schemas"]["ScheduledReportResponse"][];
        };
        ScoreBandResponse: {
            /** @description Lowest score (inclusive) */
            from: number;
            /** @description Highest score (inclusive) */
            to: number;
            contacts: number;
            /** @description Percentage of all members */
            share: number;
        };
        ScoreFormulaResponse: {
            points: components["schemas"]["ScorePointsResponse"];
            /** @description Days after which points are worth half */
            half_life_days: number;
            score: string;
        };
        ScorePointsResponse: {
            /** @description Points for an opened email */
            opened: number;
            /** @description Points for a clicked email */
            clicked: number;
            /** @description Points for a tracked event */
            event: number;
            /** @description Points for a completed order */
            order: number;
        };
        SecretRotatedResponse: {
            message: string;
            webhook: components["schemas"]["CreatedWebhookResponse"];
            /** @description Hints about the request; absent if there are none */
            warnings?: string[];
        };
        SegmentChoice: {
            /** @description Null: none */
            id: number | null;
        };
        SegmentChoiceResponse: {
            id: number;
        };
        SegmentCountResponse: {
            count: number;
            /** @description Time of the count */
            as_of: string;
        };
        SegmentRemovedResponse: {
            message: string;
        };
        SegmentResponse: {
            id: number;
            title: string;
            slug: string;
            /** @description Groups of rows. A contact matches if it matches all rows of any group. See docs/filters.md. */
            filters: {
                /** @description The kind of data and the field */
                source: string[];
                /**
                 * @description Depends on the field
                 * @enum {string}
                 */
                operator: "=" | "!=" | "contains" | "not_contains" | "starts_with" | "in" | "not_in" | "in_all" | ">" | "<" | "between" | "before" | "after" | "within_days" | "not_within_days" | "within_next_days" | "not_within_next_days" | "is_null" | "not_null";
                /** @description What the field is compared with */
                value?: string | number | (string | number)[];
            }[][];
            description: string | null;
            created_at: string;
            updated_at: string;
        };
        SegmentSavedResponse: {
            segment: components["schemas"]["SegmentResponse"];
            message: string;
        };
        SegmentationResponse: {
            /**
             * @description What contacts are grouped by
             * @enum {string}
             */
            dimension: "list" | "tag" | "segment" | "country" | "contact_type" | "domain" | "engagement";
            /** @description Largest first; engagement bands from lowest to highest */
            segments: components["schemas"]["ContactGroupResponse"][];
            /** @description Pairs of the listed lists, tags, or segments that share contacts, highest share first */
            overlap: components["schemas"]["OverlapResponse"][];
            /** @description Number of contacts that the report covers */
            total: number;
            /** @description Null if there are no orders */
            currency: string | null;
            meta: components["schemas"]["ReportMetaResponse"];
        };
        SegmentsResponse: {
            segments: components["schemas"]["SegmentResponse"][];
        };
        SendDoubleOptIn: {
            /** @description Id of a template that links to `{{ confirm_url }}`; default: the built-in text */
            template_id?: number | null;
            /**
             * @description Language of the built-in text; default: the custom field `language` or `locale`, then English
             * @enum {string|null}
             */
            language?: "en" | "de" | "fr" | "es" | "it" | "nl" | "pt" | "pl" | null;
        };
        SendStepTestEmail: {
            /** @description The contact to render for; a sample contact if omitted */
            contact_id?: number | null;
            /** @description Recipients: 1 to 10 addresses */
            emails: string[];
            /** @description Defaults to an example of what the trigger reports. Data for conditions, emails, and texts of steps; at most 64 KB of JSON */
            data?: {
                [key: string]: unknown;
            };
        };
        SendTestEmail: {
            /** @description The contact to render for; a sample contact if omitted */
            contact_id?: number | null;
            /** @description Recipients: 1 to 10 addresses */
            emails: string[];
        };
        SendWindow: {
            /** @description Days on which the window opens; every day if omitted */
            days?: ("Mon" | "Tue" | "Wed" | "Thu" | "Fri" | "Sat" | "Sun")[];
            /** @description Inclusive */
            from: string;
            /** @description Exclusive. Before `from`: on the next day; equal to `from`: 24 hours */
            to: string;
            /** @description Time zone of the window */
            timezone: string;
        };
        SendWindowResponse: {
            days: ("Mon" | "Tue" | "Wed" | "Thu" | "Fri" | "Sat" | "Sun")[];
            /** @description Inclusive */
            from: string;
            /** @description Exclusive */
            to: string;
            /** @description Time zone of the window */
            timezone: string;
        };
        SenderCheckResponse: {
            /** @enum {string} */
            check: "mail_server" | "spf" | "dkim" | "dmarc" | "spf_alignment" | "dkim_alignment" | "return_path_mx";
            /**
             * @description `failed`: emails are refused or not verified. `skipped`: not possible until another check succeeds
             * @enum {string}
             */
            status: "ok" | "warning" | "failed" | "skipped";
            message: string;
            /** @description How to fix it */
            advice: string | null;
        };
        SenderListResponse: {
            senders: components["schemas"]["SenderResponse"][];
        };
        SenderReadinessResponse: {
            sender_id: number;
            /** @description Whether no check failed */
            ready: boolean;
            checked_at: string;
            checks: components["schemas"]["SenderCheckResponse"][];
        };
        SenderRemovedResponse: {
            message: string;
        };
        SenderResponse: {
            id: number;
            name: string;
            /** @description Default From address */
            from_email: string;
            /** @description Default From name */
            from_name: string;
            /** @description Default Reply-To address */
            reply_to: string | null;
            /** @description Mail server */
            host: string;
            port: number;
            /** @description TLS from the first byte; otherwise STARTTLS if the server offers it */
            secure: boolean;
            /** @description Null: no login */
            username: string | null;
            /** @description The password is never returned */
            has_password: boolean;
            /** @description How to log in by OAuth 2.0, without its secrets; null: by password */
            oauth2: components["schemas"]["OAuth2Response"] | null;
            /** @description Maximum number of connections per worker */
            pool_size: number;
            /** @description Emails per second across all workers */
            rate: number | null;
            /** @description Emails per local day */
            daily_cap: number | null;
            /** @description Campaign emails per local day */
            daily_cap_bulk: number | null;
            /** @description Null: the daily cap applies from the first day */
            warmup: components["schemas"]["WarmupResponse"] | null;
            /** @description Null: emails are not signed */
            dkim: components["schemas"]["DkimResponse"] | null;
            /** @description Receives bounces */
            return_path_domain: string | null;
            /** @description The sender for which this one is the fallback */
            fallback_of: number | null;
            /** @description Emails sent today; counted only with a daily cap */
            sent_today: number;
            /** @description Limit of campaigns today, including the warm-up */
            cap_today: number | null;
            /** @description Why sending is suspended; null if it is not */
            trouble: components["schemas"]["TroubleResponse"] | null;
            /** @description The last check, at most two days old; null if there was none since the sender changed */
            readiness: components["schemas"]["SenderReadinessResponse"] | null;
            created_at: string;
            updated_at: string;
        };
        SenderSavedResponse: {
            sender: components["schemas"]["SenderResponse"];
            message: string;
        };
        SenderTestResponse: {
            success: boolean;
            message: string;
            steps: components["schemas"]["TestStepResponse"][];
        };
        SendingProgressResponse: {
            /** @description 0 until all recipients are enrolled */
            percent: number;
            /**
             * @description Null unless it is `working`
             * @enum {string|null}
             */
            phase: "enrolling" | "testing" | "sending" | "waiting" | "retrying" | null;
            /** @description Over the last minute */
            rate_per_second: number;
            /** @description Null while no emails are sent */
            eta_seconds: number | null;
            /** @description Why it waits, or why it was paused */
            waiting_reason: string | null;
        };
        SequenceInsightResponse: {
            sequence: components["schemas"]["SequenceResponse"];
            /** @description Results in all versions */
            stats: components["schemas"]["SequenceStatsResponse"];
        };
        SequencePerformanceResponse: {
            sequence_id: number;
            title: string;
            sent: number;
            /** @description Emails opened at least once */
            opened: number;
            /** @description Emails clicked at least once */
            clicked: number;
            /** @description Sent emails with tracking, the base of the rates of opens and clicks */
            tracked: number;
            /** @description Percentage of tracked */
            open_rate: number;
            /** @description Percentage of tracked */
            click_rate: number;
            revenue: components["schemas"]["FunnelRevenueResponse"];
        };
        SequenceResponse: {
            /** @description The same in all versions */
            id: number;
            funnel_id: number;
            /** @description The condition or split above it */
            parent_id: number | null;
            /**
             * @description `yes` or `no` under a condition
             * @enum {string|null}
             */
            condition_type: "yes" | "no" | "branch" | null;
            /** @description The name of the branch */
            branch: string | null;
            /** @description See `GET /funnels/actions` */
            action_name: string;
            /**
             * @description `benchmark`: a step for an event of the contact, who jumps to it when the event happens; `conditional` and `split` have branches
             * @enum {string}
             */
            type: "action" | "benchmark" | "conditional" | "wait" | "split" | "exit";
            title: string;
            description: string;
            /** @description See `GET /funnels/actions` */
            settings: {
                [key: string]: unknown;
            };
            /** @description A rule of the filter language; contacts that do not match skip the step */
            conditions: {
                [key: string]: unknown;
            }[][] | null;
            /** @description Seconds before the step */
            delay: number;
            /** @description Position in its branch, from 1 */
            sequence: number;
            /** @description The version that last changed the step */
            version: number;
            created_at: string;
            updated_at: string;
            /** @description The steps in each branch of a condition (`yes`, `no`) or split (the keys of its branches) */
            children?: {
                [key: string]: components["schemas"]["SequenceResponse"][];
            };
        };
        SequenceStatsResponse: {
            /** @description Enrollments that reached it */
            entered: number;
            /** @description Enrollments that ran it */
            completed: number;
            /** @description Emails sent */
            sent: number;
            /** @description Emails opened at least once */
            opened: number;
            /** @description Emails clicked at least once */
            clicked: number;
        };
        SequencesResponse: {
            sequences: components["schemas"]["SequenceResponse"][];
        };
        Settle: {
            /**
             * @description `sent`: it arrived; `failed`: it did not; `resend`: send it again
             * @enum {string}
             */
            as: "sent" | "failed" | "resend";
        };
        SettledResponse: {
            message: string;
            /** @description Number of resolved emails */
            settled: number;
        };
        SimulateFunnel: {
            /** @description The contact; or use `sample` */
            contact_id?: number | null;
            /** @description The number of random contacts that match the filters of the funnel; or use `contact_id` */
            sample?: number | null;
            /**
             * @description Days to simulate
             * @default 30
             */
            horizon_days?: number;
            /** @description Defaults to the current version */
            version?: number | null;
            /** @description Defaults to the data of the latest enrollment, else to an example. Data for conditions, emails, and texts of steps; at most 64 KB of JSON */
            data?: {
                [key: string]: unknown;
            };
        };
        SimulatedContactResponse: {
            subscriber_id: number;
            /**
             * @description `waiting`: for an event, without a time limit; `horizon`: still active at the end of the simulation
             * @enum {string}
             */
            ends: "completed" | "cancelled" | "waiting" | "horizon";
            /** @description Null unless it ends early */
            exit_reason: string | null;
            /** @description Null if still active */
            ended_at: string | null;
            /** @description In the order in which they run */
            steps: components["schemas"]["SimulatedStepResponse"][];
            /** @description The wait at the end */
            waiting_for: components["schemas"]["SimulatedWaitResponse"] | null;
        };
        SimulatedStepResponse: {
            sequence_id: number;
            title: string;
            /** @description See `GET /funnels/actions` */
            action_name: string;
            /** @description When the step would run */
            at: string;
            /**
             * @description `skipped`: the step did not apply to the contact
             * @enum {string}
             */
            status: "done" | "skipped" | "failed";
            /** @description The branch that is chosen */
            branch: string | null;
            /** @description Why, if not done */
            detail: string | null;
        };
        SimulatedWaitResponse: {
            sequence_id: number;
            title: string;
            action_name: string;
            /** @description Null: no time limit */
            until: string | null;
            /** @description The event that would end the wait */
            event: {
                [key: string]: unknown;
            } | null;
        };
        SimulationResponse: {
            funnel_id: number;
            version: number;
            /** @description Start of the simulation: now */
            from: string;
            /** @description End of the simulation */
            until: string;
            /** @description The assumptions of the simulation */
            assumes: string[];
            contacts: components["schemas"]["SimulatedContactResponse"][];
        };
        SingleAddress: {
            /**
             * Format: email
             * @description Required without `contact_id`
             */
            email?: string;
            /** @description A contact, instead of the address or with it */
            contact_id?: number;
            /** @description Shown in the header */
            name?: string;
        };
        SingleEmailContentResponse: {
            subject: string;
            html: string;
            text: string;
        };
        SingleEmailResponse: {
            /** @description As `email.id` in its events */
            id: number;
            to: string[];
            /** @description As sent; before that, the template */
            subject: string;
            template_id: number | null;
            tracked: boolean;
            /**
             * @description Of the first recipient
             * @enum {string}
             */
            status: "pending" | "processing" | "sent" | "failed" | "bounced" | "complained" | "skipped" | "unknown" | "cancelled" | "refused";
            attempts: number;
            /** @description By people; 0 if not tracked */
            opens: number;
            clicks: number;
            sent_at: string | null;
            /** @description The reply of the mail server, or why it was not sent */
            error: string | null;
            /** @description The `send_at` of the request */
            scheduled_at: string | null;
            created_at: string;
            addresses: {
                /** @enum {string} */
                field: "to" | "cc" | "bcc" | "reply_to";
                /** @description Null after the erasure of the contact */
                email: string | null;
                name: string;
                contact_id: number | null;
                /** @description As `email.id` in the events of this recipient; null if no email is sent to it */
                email_id: number | null;
                /**
                 * @description Of the first recipient
                 * @enum {string|null}
                 */
                status: "pending" | "processing" | "sent" | "failed" | "bounced" | "complained" | "skipped" | "unknown" | "cancelled" | "refused" | null;
                attempts: number;
                /** @description By people; 0 if not tracked */
                opens: number;
                clicks: number;
                sent_at: string | null;
                /** @description The reply of the mail server, or why it was not sent */
                error: string | null;
            }[];
            /** @description Null after `EMAIL_CONTENT_RETENTION` */
            data: {
                [key: string]: unknown;
            } | null;
            headers: {
                [key: string]: string;
            } | null;
        };
        SingleEmailsPage: {
            /** @description Not meaningful with a cursor */
            current_page: number;
            /** @description Requested rows per page */
            per_page: number;
            /** @description Number of rows on all pages */
            total: number;
            /** @description `true` if `total` is an estimate; absent otherwise */
            total_is_estimate?: boolean;
            /** @description 1 for an empty list */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null if the page is empty or a cursor is used */
            from: number | null;
            /** @description Number of the last row of this page; null if the page is empty or a cursor is used */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and if a cursor is used */
            prev_page_url: string | null;
            /** @description Set with a cursor; null on the last page */
            next_cursor?: string | null;
            data: components["schemas"]["ListedSingleEmailResponse"][];
        };
        SingleEmailsResponse: {
            emails: components["schemas"]["SingleEmailsPage"];
        };
        SkipReasonResponse: {
            reason: string;
            /** @description Skipped contacts with this reason */
            count: number;
        };
        SnippetRemovedResponse: {
            message: string;
        };
        SnippetResponse: {
            key: string;
            title: string;
            /** @description For HTML; null if it cannot be used there */
            html: string | null;
            /** @description For MJML */
            mjml: string | null;
            /** @description For subjects, preview texts, and text parts */
            text: string | null;
            created_at: string;
            updated_at: string;
        };
        SnippetUserResponse: {
            /** @enum {string} */
            type: "template" | "campaign" | "funnel" | "snippet";
            id: number;
            title: string;
        };
        SnippetUsesPage: {
            /** @description Not meaningful with a cursor */
            current_page: number;
            /** @description Requested rows per page */
            per_page: number;
            /** @description Number of rows on all pages */
            total: number;
            /** @description `true` if `total` is an estimate; absent otherwise */
            total_is_estimate?: boolean;
            /** @description 1 for an empty list */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null if the page is empty or a cursor is used */
            from: number | null;
            /** @description Number of the last row of this page; null if the page is empty or a cursor is used */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and if a cursor is used */
            prev_page_url: string | null;
            /** @description Set with a cursor; null on the last page */
            next_cursor?: string | null;
            data: components["schemas"]["SnippetUserResponse"][];
        };
        SnippetUsesResponse: {
            uses: components["schemas"]["SnippetUsesPage"];
        };
        SnippetWrittenResponse: {
            snippet: components["schemas"]["SnippetResponse"];
            message: string;
        };
        SnippetsResponse: {
            snippets: components["schemas"]["SnippetResponse"][];
        };
        SpamComplaintsResponse: {
            /** @description The 20 domains with the most, then the sum of all others. Null if the report is filtered by `lists` or `tags` */
            by_domain: components["schemas"]["OutcomeByDomainResponse"][] | null;
            /** @description The 20 campaigns with the most, then the sum of all other emails, such as those of funnels. Null if the report is filtered by `lists` or `tags` */
            by_campaign: components["schemas"]["OutcomeByCampaignResponse"][] | null;
            meta: components["schemas"]["ComparedMetaResponse"];
            totals: components["schemas"]["ComplaintTotalsResponse"];
            rates: components["schemas"]["ComplaintRatesResponse"];
            /** @description Percentage of delivered emails, before rounding */
            threshold: components["schemas"]["ComplaintThresholdResponse"];
            /**
             * @description The highest threshold that the complaint rate reached
             * @enum {string}
             */
            status: "ok" | "warn" | "critical";
            /** @description Null with `compare_with=none` */
            previous: components["schemas"]["PreviousComplaintsResponse"] | null;
            /** @description Null if the report is filtered by `lists` or `tags` */
            by_reason: components["schemas"]["ComplaintSourceResponse"][] | null;
            /** @description Every day of the period */
            timeline: components["schemas"]["ComplaintDayResponse"][];
            /** @description The latest 20, newest first. Null if the report is filtered by `lists` or `tags` */
            recent: components["schemas"]["RecentComplaintResponse"][] | null;
        };
        StateOfCampaignResponse: {
            id: number;
            /**
             * @description `working`: being sent; `sent`: every email has a final state; `archived`: by a manager, or cancelled
             * @enum {string}
             */
            status: "draft" | "scheduled" | "working" | "sent" | "paused" | "archived";
        };
        StepConversionResponse: {
            sequence_id: number;
            title: string;
            /** @description Enrollments that reached the step */
            entered: number;
            /** @description Enrollments that completed the step */
            converted: number;
            /** @description Percentage of entered */
            conversion_rate: number;
            /** @description Median time from reaching the step to completing it, over its last 1,000 runs; null if there are none */
            median_seconds: number | null;
        };
        SubmitEmail: {
            /** @description The recipient, or up to 50 who see each other */
            to: components["schemas"]["SingleAddress"] | components["schemas"]["SingleAddress"][];
            /** @description Recipients of a copy */
            cc?: components["schemas"]["SingleAddress"] | components["schemas"]["SingleAddress"][];
            /** @description Recipients whom the others do not see */
            bcc?: components["schemas"]["SingleAddress"] | components["schemas"]["SingleAddress"][];
            /** @description For replies; that of the sender by default */
            reply_to?: components["schemas"]["SingleAddress"] | components["schemas"]["SingleAddress"][];
            /** @description Template of what is not given here */
            template_id?: number;
            /** @description Liquid */
            subject?: string;
            /** @description HTML with Liquid */
            html?: string;
            /** @description Liquid; generated from the HTML by default */
            text?: string;
            /** @description Values for Liquid; at most 64 KB */
            data?: {
                [key: string]: unknown;
            };
            /** @description That of `MAIL_FROM` by default */
            sender_id?: number;
            /** @description At most 5 MB together */
            attachments?: components["schemas"]["Attachment"][];
            /** @description At most 20 headers whose names begin with X- */
            headers?: {
                [key: string]: unknown;
            };
            /**
             * @description Whether opens and clicks are tracked
             * @default false
             */
            tracked?: boolean;
            /** @description At once by default */
            send_at?: string;
            /**
             * @description Requires `manage_contacts`
             * @default false
             */
            ignore_suppression?: boolean;
        };
        SubmitEmails: {
            emails: components["schemas"]["SubmitEmail"][];
        };
        SubmittedEmailResponse: {
            email: {
                /** @description As `email.id` in its events */
                id: number;
                /**
                 * @description Of the first recipient
                 * @enum {string}
                 */
                status: "pending" | "processing" | "sent" | "failed" | "bounced" | "complained" | "skipped" | "unknown" | "cancelled" | "refused";
                /** @description The `send_at` of the request */
                scheduled_at: string | null;
            };
            message: string;
        };
        SubmittedEmailsResponse: {
            emails: {
                /** @description Position in the request */
                index: number;
                /** @description As `email.id` in its events */
                id: number | null;
                /**
                 * @description Of the first recipient
                 * @enum {string}
                 */
                status: "pending" | "processing" | "sent" | "failed" | "bounced" | "complained" | "skipped" | "unknown" | "cancelled" | "refused";
                /**
                 * @description Why it is refused
                 * @enum {string|null}
                 */
                reason: "bounced" | "complained" | "suppressed" | null;
            }[];
            message: string;
        };
        SubscriberGrowthResponse: {
            /** @description Contacts that became subscribed */
            current_period: number;
            /** @description The same in the comparison period */
            previous_period: number;
            /** @description Percentage change from the comparison period */
            growth_rate: number;
        };
        SubscribersAttachedResponse: {
            /** @description The companies of the request with their new `contacts_count` */
            companies: components["schemas"]["CompanyResponse"][];
            message: string;
        };
        SubscribersDetachedResponse: {
            /** @description The companies of the request with their new `contacts_count` */
            companies: components["schemas"]["CompanyResponse"][];
            message: string;
        };
        Subscription: {
            /** @description Whether contacts subscribe to the list and leave it alone */
            enabled?: boolean;
            /** @description Name that contacts see; null for the title */
            public_name?: string | null;
            /** @description Shown in the preference center */
            description?: string | null;
            /** @description Template of the double opt-in email; null for the usual one */
            double_optin_template_id?: number | null;
            /** @description Sender of emails that go through the list, instead of that of the campaign; needs `send_campaigns` */
            sender_id?: number | null;
        };
        SuppressionPage: {
            /** @description Not meaningful with a cursor */
            current_page: number;
            /** @description Requested rows per page */
            per_page: number;
            /** @description Number of rows on all pages */
            total: number;
            /** @description `true` if `total` is an estimate; absent otherwise */
            total_is_estimate?: boolean;
            /** @description 1 for an empty list */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null if the page is empty or a cursor is used */
            from: number | null;
            /** @description Number of the last row of this page; null if the page is empty or a cursor is used */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and if a cursor is used */
            prev_page_url: string | null;
            /** @description Set with a cursor; null on the last page */
            next_cursor?: string | null;
            data: components["schemas"]["SuppressionResponse"][];
        };
        SuppressionRemovedResponse: {
            message: string;
        };
        SuppressionResponse: {
            id: number;
            /**
             * @description `domain`: every address of the domain
             * @enum {string}
             */
            kind: "address" | "domain";
            /** @description Null for an entry of a deleted contact, of which only a hash is stored */
            value: string | null;
            /** @description `manual`, or the status of the deleted contact */
            reason: string;
            note: string | null;
            created_at: string;
        };
        SuppressionsAddedResponse: {
            message: string;
            /** @description Number of new entries */
            added: number;
            suppressions: components["schemas"]["SuppressionResponse"][];
        };
        SuppressionsRemovedResponse: {
            message: string;
            /** @description Number of removed entries */
            removed: number;
        };
        SuppressionsResponse: {
            suppressions: components["schemas"]["SuppressionPage"];
        };
        TagCreatedResponse: {
            tags: components["schemas"]["TagResponse"];
            message: string;
        };
        TagRemovedResponse: {
            message: string;
        };
        TagReportsResponse: {
            /** @description Sorted by title */
            tags: components["schemas"]["LabelFiguresResponse"][];
            /** @description Null if there are no orders */
            currency: string | null;
            meta: components["schemas"]["ReportMetaResponse"];
        };
        TagResponse: {
            id: number;
            title: string;
            slug: string;
            description: string | null;
            created_at: string;
            updated_at: string;
        };
        TagUpdatedResponse: {
            /** @description The tag id as text */
            tags: string;
            message: string;
        };
        TagsResponse: {
            tags: components["schemas"]["CountedTagResponse"][];
        };
        TemplateRemovedResponse: {
            message: string;
        };
        TemplateResponse: {
            id: number;
            title: string;
            description: string | null;
            /** @description Liquid */
            email_subject: string;
            /** @description Preview text of the inbox; Liquid */
            email_pre_header: string;
            email_body: string;
            /** @description Plain text part; generated from the HTML if empty */
            email_body_text: string;
            /**
             * @description How the body becomes a document: `simple` puts it on a card, `plain` adds only a skeleton, `raw_html` leaves it unchanged, `mjml` compiles it
             * @enum {string}
             */
            design_template: "simple" | "plain" | "raw_html" | "mjml";
            /** @description The content by language, such as `de` or `pt-BR`; members that are missing or empty are not translated */
            translations: {
                [key: string]: {
                    email_subject?: string;
                    email_pre_header?: string;
                    email_body?: string;
                    text?: string;
                };
            };
            /** @description JSON Schema of the `data` that the content needs */
            data_schema: {
                [key: string]: unknown;
            } | null;
            created_at: string;
            updated_at: string;
        };
        TemplateWrittenResponse: {
            template: components["schemas"]["TemplateResponse"];
            message: string;
        };
        TemplatesPage: {
            /** @description Not meaningful with a cursor */
            current_page: number;
            /** @description Requested rows per page */
            per_page: number;
            /** @description Number of rows on all pages */
            total: number;
            /** @description `true` if `total` is an estimate; absent otherwise */
            total_is_estimate?: boolean;
            /** @description 1 for an empty list */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null if the page is empty or a cursor is used */
            from: number | null;
            /** @description Number of the last row of this page; null if the page is empty or a cursor is used */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and if a cursor is used */
            prev_page_url: string | null;
            /** @description Set with a cursor; null on the last page */
            next_cursor?: string | null;
            data: components["schemas"]["TemplateResponse"][];
        };
        TemplatesResponse: {
            templates: components["schemas"]["TemplatesPage"];
        };
        TestCallResponse: {
            delivery: components["schemas"]["DeliveryDetailsResponse"];
            message: string;
            success: boolean;
        };
        TestEmailResponse: {
            email: string;
            success: boolean;
            /** @description Response of the mail server */
            response: string;
        };
        TestEmailsResponse: {
            message: string;
            results: components["schemas"]["TestEmailResponse"][];
        };
        TestReportResponse: {
            campaign_id: number;
            title: string;
            /**
             * @description The metric that decides; humans only
             * @enum {string}
             */
            metric: "opens" | "clicks" | "revenue";
            /**
             * @description `choose_winner` waits for a manager to choose; with `releasing`, the winner is being sent
             * @enum {string}
             */
            status: "testing" | "choose_winner" | "releasing" | "decided";
            /** @description Key of the variant; null if undecided */
            winner: string | null;
            /** @description Probability that the winner, or the leading variant, is the best, 0 to 1; null if it cannot be computed */
            confidence: number | null;
            /** @description Percentage by which it exceeds the first variant; null for the first variant */
            lift: number | null;
            variants: components["schemas"]["TestedVariantResponse"][];
        };
        TestSender: {
            /**
             * Format: email
             * @description Recipient of a test email; omitted: none
             */
            to?: string | null;
        };
        TestStepResponse: {
            /** @enum {string} */
            step: "connect" | "login" | "send";
            success: boolean;
            /** @description Response of the server, if any */
            response: string;
        };
        TestedVariantResponse: {
            /** @description Name of the variant within the test */
            key: string;
            subject: string;
            sent: number;
            /** @description Emails opened at least once by a human */
            opened: number;
            /** @description Emails clicked at least once by a human */
            clicked: number;
            /** @description Delivered emails with tracking, which decide the test */
            tracked: number;
            /** @description Percentage of tracked */
            open_rate: number;
            /** @description Percentage of tracked */
            click_rate: number;
            /** @description Emails that led to an order */
            converted: number;
            /** @description Percentage of delivered emails */
            conversion_rate: number;
            /** @description Orders in all currencies */
            orders: number;
            /** @description Revenue in `currency`, minus refunds */
            revenue: number;
            /** @description Null without revenue */
            currency: string | null;
            /** @description Lower bound of the 95 % confidence interval of the deciding rate */
            ci_low: number;
            /** @description Upper bound of that interval */
            ci_high: number;
            /** @description Percentage by which that rate exceeds the first variant; null for the first variant */
            lift: number | null;
            /** @description Probability of being the best, 0 to 1 */
            confidence: number | null;
        };
        Throttle: {
            /** @description Maximum number of emails per second */
            per_second?: number | null;
            /** @description Maximum number of emails per minute */
            per_minute?: number | null;
            /** @description Maximum number of emails per hour */
            per_hour?: number | null;
            /** @description Maximum number of emails in any 24 hours */
            per_day?: number | null;
        };
        ThrottleResponse: {
            /** @description Maximum number of emails */
            per_second?: number;
            /** @description Maximum number of emails */
            per_minute?: number;
            /** @description Maximum number of emails */
            per_hour?: number;
            /** @description Maximum number of emails */
            per_day?: number;
        };
        TimelineItemResponse: {
            /** @enum {string} */
            type: "funnel_exited" | "funnel_completed" | "order_refunded" | "order_placed" | "email_clicked" | "email_opened" | "email_complained" | "email_bounced" | "email_sent" | "funnel_entered" | "event_tracked" | "note" | "tag_removed" | "tag_added" | "list_removed" | "list_added" | "status_changed" | "created";
            occurred_at: string;
            /** @description Text for display */
            title: string;
            /** @description Details; the members depend on `type` */
            data: {
                [key: string]: unknown;
            };
        };
        TimelinePageResponse: {
            data: components["schemas"]["TimelineItemResponse"][];
            per_page: number;
            /** @description Null on the last page */
            next_cursor: string | null;
        };
        TimelineResponse: {
            timeline: components["schemas"]["TimelinePageResponse"];
        };
        TopCampaignResponse: {
            campaign_id: number;
            title: string;
            /** @description In the currency of the report */
            revenue: number;
            orders: number;
        };
        TopContactResponse: {
            id: number;
            email: string;
            first_name: string | null;
            last_name: string | null;
            status: string;
        };
        TopSubscriberResponse: {
            rank: number;
            contact: components["schemas"]["TopContactResponse"];
            /** @description With `engagement`, a score from 0 to 100; with `revenue`, an amount; with `activity`, the number of activities */
            value: number;
            /** @description Emails opened */
            opens: number;
            /** @description Emails clicked */
            clicks: number;
            /** @description Net of refunds */
            revenue: number;
            /** @description Completed orders in `currency` */
            orders: number;
            /** @description The last local day with an open, a click, a tracked event, or an order */
            last_activity: string | null;
        };
        TopSubscribersResponse: {
            /**
             * @description The metric of `value`
             * @enum {string}
             */
            metric: "engagement" | "revenue" | "activity";
            /** @description Contacts with a value above 0 */
            subscribers: components["schemas"]["TopSubscriberResponse"][];
            /** @description Null if there are no orders */
            currency: string | null;
            meta: components["schemas"]["ReportMetaResponse"];
        };
        TracedStepResponse: {
            sequence_id: number;
            /** @description Null if no version has the step */
            title: string | null;
            /** @description Null if no version has the step */
            action_name: string | null;
            type: string | null;
            /**
             * @description `waiting`: the step runs next
             * @enum {string}
             */
            status: "done" | "skipped" | "failed" | "waiting";
            /** @description The branch that was chosen */
            branch: string | null;
            /** @description Why the step was skipped or failed */
            detail: string | null;
            /**
             * Format: date-time
             * @description When the contact reached the step
             */
            arrived_at: string;
            /**
             * Format: date-time
             * @description Null while waiting
             */
            ran_at: string | null;
            /**
             * Format: date-time
             * @description When a waiting step is due
             */
            due_at: string | null;
            /** @description The email that the step wrote */
            email: {
                id: number;
                /**
                 * @description `pending`: waits to be sent or retried; `skipped`: the contact could not receive it; `unknown`: the connection broke before the reply of the mail server, and a manager must resolve it
                 * @enum {string}
                 */
                status: "pending" | "processing" | "sent" | "failed" | "bounced" | "complained" | "skipped" | "unknown" | "cancelled";
                /** @description Why it waits or was not delivered */
                reason: string | null;
            } | null;
            /** @description The HTTP request of the step */
            http_call: {
                /** @enum {string} */
                state: "pending" | "calling" | "done" | "failed" | "cancelled";
                attempts: number;
                response_status: number | null;
                error: string | null;
            } | null;
        };
        TrackEvent: {
            /** @description Key of the event */
            event_key: string;
            /** @description Title for display */
            title: string;
            /** @description Replaces the stored value */
            value?: string | null;
            /** @description Anything that emails need; replaces the stored data; at most 16 KB of JSON */
            data?: {
                [key: string]: unknown;
            } | null;
            /** @description The system that reports the event; default: `custom` */
            provider?: string;
            /** @description Contact id. At least one of `subscriber_id`, `user_id`, and `email` is required; all must match the same contact */
            subscriber_id?: number | null;
            /** @description User id of the contact in another system */
            user_id?: number | null;
            /**
             * Format: email
             * @description Email address of the contact
             */
            email?: string | null;
        };
        TrackedEventResponse: {
            id: number;
            /** @description Contact id */
            subscriber_id: string;
            /** @description Number of occurrences */
            counter: number;
            /** @description Reporting manager; null for automations */
            created_by: number | null;
            /** @description Reporting system */
            provider: string;
            /** @description Your name of the event */
            event_key: string;
            title: string;
            /** @description The latest value */
            value: string | null;
            /** @description The latest data */
            data: {
                [key: string]: unknown;
            } | null;
            /** @description First occurrence */
            created_at: string;
            /** @description Last occurrence */
            updated_at: string;
        };
        TrackedEventsPage: {
            /** @description Not meaningful with a cursor */
            current_page: number;
            /** @description Requested rows per page */
            per_page: number;
            /** @description Number of rows on all pages */
            total: number;
            /** @description `true` if `total` is an estimate; absent otherwise */
            total_is_estimate?: boolean;
            /** @description 1 for an empty list */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null if the page is empty or a cursor is used */
            from: number | null;
            /** @description Number of the last row of this page; null if the page is empty or a cursor is used */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and if a cursor is used */
            prev_page_url: string | null;
            /** @description Set with a cursor; null on the last page */
            next_cursor?: string | null;
            data: components["schemas"]["TrackedEventResponse"][];
        };
        TrackedEventsResponse: {
            events: components["schemas"]["TrackedEventsPage"];
        };
        TrackingEventResponse: {
            id: number;
            /** @enum {string} */
            kind: "open" | "click";
            /** @description Whether a scanner or prefetcher caused it */
            is_machine: boolean;
            /** @description Why it counts as machine; null for a human */
            machine_reason: string | null;
            /** @description The reason in a sentence */
            explanation: string | null;
            /** @description Whether it followed the invisible decoy link, which is not one of the links of the email */
            is_decoy: boolean;
            /** @description Null for an open */
            link_id: number | null;
            /** @description Null for an open */
            url: string | null;
            user_agent: string | null;
            created_at: string;
        };
        TrackingEventsPage: {
            /** @description Not meaningful with a cursor */
            current_page: number;
            /** @description Requested rows per page */
            per_page: number;
            /** @description Number of rows on all pages */
            total: number;
            /** @description `true` if `total` is an estimate; absent otherwise */
            total_is_estimate?: boolean;
            /** @description 1 for an empty list */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null if the page is empty or a cursor is used */
            from: number | null;
            /** @description Number of the last row of this page; null if the page is empty or a cursor is used */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and if a cursor is used */
            prev_page_url: string | null;
            /** @description Set with a cursor; null on the last page */
            next_cursor?: string | null;
            data: components["schemas"]["TrackingEventResponse"][];
        };
        TrackingEventsResponse: {
            hits: components["schemas"]["TrackingEventsPage"];
        };
        TriggerFiredResponse: {
            message: string;
            /** @description The fired trigger */
            trigger_name: string;
            subscriber_id: number;
            /** @description Published funnels with this trigger; their filters and re-entry rules are applied later */
            funnels: number[];
        };
        TriggerResponse: {
            name: string;
            title: string;
            description: string;
            /** @description Whether `POST /triggers/{name}` reports it; Carillon detects the others itself */
            family: boolean;
            /** @description Regular expression of the names */
            pattern: string | null;
            /** @description A JSON Schema (2020-12) of its parameters in `settings` */
            settings: {
                [key: string]: unknown;
            };
            /** @description A JSON Schema of the Liquid object `trigger` in texts of steps */
            payload: {
                [key: string]: unknown;
            };
        };
        TriggersResponse: {
            triggers: components["schemas"]["TriggerResponse"][];
            /** @description A JSON Schema of the `settings` that all funnels share */
            settings: {
                [key: string]: unknown;
            };
            /** @description A JSON Schema of the `conditions` of every funnel */
            conditions: {
                [key: string]: unknown;
            };
        };
        TroubleResponse: {
            /** @description What the mail server or the connection reported */
            reason: string;
            /** @description When sending is retried */
            until: string;
        };
        UnsubscribeDayResponse: {
            /** @description Local day */
            date: string;
            sent: number;
            unsubscribed: number;
            /** @description Opt-outs through an email */
            through_mails: number;
            /** @description through_mails as a percentage of sent */
            unsubscribe_rate: number;
        };
        UnsubscribeMethodResponse: {
            /** @description How contacts opted out */
            method: string;
            total: number;
            /** @description Percentage of through_mails */
            share: number;
        };
        UnsubscribeRatesResponse: {
            /** @description through_mails as a percentage of sent */
            unsubscribe_rate: number;
        };
        UnsubscribeReasonResponse: {
            /** @description Null if none was given */
            reason: string | null;
            total: number;
            /** @description Percentage of through_mails */
            share: number;
        };
        UnsubscribeTotalsResponse: {
            sent: number;
            /** @description Contacts that became unsubscribed in any way */
            unsubscribed: number;
            /** @description Opt-outs by a link or button of an email */
            through_mails: number;
        };
        UnsubscriberResponse: {
            subscriber_id: number | null;
            /**
             * @description How the contact opted out
             * @enum {string}
             */
            type: "one_click" | "page" | "preferences" | "mailto" | "provider";
            /** @description Reason that the contact gave, if any */
            reason: string | null;
            created_at: string;
            /** @description Null once the contact is deleted */
            subscriber: components["schemas"]["EmbeddedContact"] | null;
        };
        UnsubscribersPage: {
            /** @description Not meaningful with a cursor */
            current_page: number;
            /** @description Requested rows per page */
            per_page: number;
            /** @description Number of rows on all pages */
            total: number;
            /** @description `true` if `total` is an estimate; absent otherwise */
            total_is_estimate?: boolean;
            /** @description 1 for an empty list */
            last_page: number;
            /** @description Number of the first row of this page, from 1; null if the page is empty or a cursor is used */
            from: number | null;
            /** @description Number of the last row of this page; null if the page is empty or a cursor is used */
            to: number | null;
            /** @description Null on the last page */
            next_page_url: string | null;
            /** @description Null on the first page and if a cursor is used */
            prev_page_url: string | null;
            /** @description Set with a cursor; null on the last page */
            next_cursor?: string | null;
            data: components["schemas"]["UnsubscriberResponse"][];
        };
        UnsubscribersResponse: {
            unsubscribes: components["schemas"]["UnsubscribersPage"];
        };
        UnsubscribesResponse: {
            /** @description The 20 domains with the most, then the sum of all others. Null if the report is filtered by `lists` or `tags` */
            by_domain: components["schemas"]["OutcomeByDomainResponse"][] | null;
            /** @description The 20 campaigns with the most, then the sum of all other emails, such as those of funnels. Null if the report is filtered by `lists` or `tags` */
            by_campaign: components["schemas"]["OutcomeByCampaignResponse"][] | null;
            meta: components["schemas"]["ComparedMetaResponse"];
            totals: components["schemas"]["UnsubscribeTotalsResponse"];
            rates: components["schemas"]["UnsubscribeRatesResponse"];
            /** @description Null with `compare_with=none` */
            previous: components["schemas"]["PreviousUnsubscribesResponse"] | null;
            /** @description The 20 most frequent reasons. Null if the report is filtered by `lists` or `tags` */
            by_reason: components["schemas"]["UnsubscribeReasonResponse"][] | null;
            /** @description Null if the report is filtered by `lists` or `tags` */
            by_method: components["schemas"]["UnsubscribeMethodResponse"][] | null;
            /** @description Every day of the period */
            timeline: components["schemas"]["UnsubscribeDayResponse"][];
            /** @description The latest 20 opt-outs through emails, newest first. Null if the report is filtered by `lists` or `tags` */
            recent: components["schemas"]["RecentUnsubscribeResponse"][] | null;
        };
        UpdateCampaign: {
            /** @description Subject line (Liquid) */
            email_subject?: string;
            /** @description Preview text in the inbox (Liquid) */
            email_pre_header?: string;
            /** @description HTML with Liquid (MJML if `design_template` is `mjml`); campaigns without a link to {{ unsubscribe_url }} or {{ preferences_url }} get the standard footer */
            email_body?: string;
            /** @description Plain text part (Liquid); generated from the HTML if empty */
            email_body_text?: string;
            /**
             * @description Format of the body and the layout around it
             * @default simple
             * @enum {string}
             */
            design_template?: "simple" | "plain" | "raw_html" | "mjml";
            /** @description The content by language, such as `de` or `pt-BR`; members that are missing or empty are not translated */
            translations?: {
                [key: string]: {
                    email_subject?: string;
                    email_pre_header?: string;
                    email_body?: string;
                    text?: string;
                };
            };
            /** @description Short form of `settings.subscribers`: members of any of these lists */
            lists?: number[];
            /** @description Short form of `settings.subscribers`: contacts with any of these tags */
            tags?: number[];
            /** @description Short form of `settings.excludedSubscribers`, by list */
            exclude_lists?: number[];
            /** @description Short form of `settings.excludedSubscribers`, by tag */
            exclude_tags?: number[];
            /** @description Template that supplies the content fields that are not given */
            template_id?: number | null;
            /**
             * @description Whether the UTM parameters are appended to links
             * @default false
             */
            utm_status?: boolean;
            /** @description Appended to links that do not have the parameter yet */
            utm_source?: string | null;
            /** @description Appended to links that do not have the parameter yet */
            utm_medium?: string | null;
            /** @description Appended to links that do not have the parameter yet */
            utm_campaign?: string | null;
            /** @description Appended to links that do not have the parameter yet */
            utm_term?: string | null;
            /** @description Appended to links that do not have the parameter yet */
            utm_content?: string | null;
            /** @description Replaces all attachments; an empty array removes them */
            attachments?: components["schemas"]["Attachment"][];
            /** @description Generated from the title by default */
            slug?: string;
            /**
             * @description Must equal the current status (`draft` for a new campaign); routes such as `POST /campaigns/{id}/send` change it
             * @enum {string|null}
             */
            status?: "draft" | "scheduled" | "working" | "sent" | "paused" | "archived" | null;
            /** @description Omitted members are unchanged */
            settings?: components["schemas"]["CampaignSettings"];
            title?: string;
        };
        UpdateCompany: {
            /** @description Free text */
            industry?: string | null;
            /** @description Free text */
            type?: string | null;
            /** Format: uri */
            website?: string | null;
            /** Format: email */
            email?: string | null;
            phone?: string | null;
            address_line_1?: string | null;
            address_line_2?: string | null;
            city?: string | null;
            state?: string | null;
            /** @description Alpha-2 code, alpha-3 code, or name; stored as alpha-2 */
            country?: string | null;
            postal_code?: string | null;
            /** @description Number of employees */
            employees_number?: number | null;
            description?: string | null;
            /**
             * Format: uri
             * @description URL of an image
             */
            logo?: string | null;
            /** Format: uri */
            linkedin_url?: string | null;
            /** Format: uri */
            facebook_url?: string | null;
            /** Format: uri */
            twitter_url?: string | null;
            /** @description Free text */
            status?: string | null;
            /** @description Unique, regardless of case */
            name?: string;
        };
        UpdateContact: {
            /**
             * Format: email
             * @description Unique
             */
            email?: string;
            /**
             * @description Only `subscribed` contacts receive marketing emails; `pending` ones have not confirmed yet
             * @enum {string}
             */
            status?: "subscribed" | "unsubscribed" | "pending" | "bounced" | "complained";
            first_name?: string | null;
            last_name?: string | null;
            /** @description Split into first and last name if neither is given */
            full_name?: string | null;
            /** @description User id in another system; unique */
            user_id?: number | null;
            /** @description `lead` or `customer`, unless configured otherwise */
            contact_type?: string;
            phone?: string | null;
            address_line_1?: string | null;
            address_line_2?: string | null;
            city?: string | null;
            state?: string | null;
            /** @description Alpha-2 code, alpha-3 code, or name; stored as alpha-2 */
            country?: string | null;
            /** @description Alias of `country` */
            Country?: string | null;
            postal_code?: string | null;
            /** Format: date */
            date_of_birth?: string | null;
            /**
             * Format: uri
             * @description URL of an image
             */
            photo?: string | null;
            /** @description Sends no marketing emails until then; null ends the pause. UTC unless an offset is given */
            paused_until?: string | null;
            /**
             * @description Whether opens and clicks may be tracked; `unknown` follows `TRACKING_DEFAULT`
             * @enum {string}
             */
            tracking_consent?: "unknown" | "granted" | "denied";
            /** @description Tags, each by its id, `{id}`, or `{slug}`; they replace all tags when a contact is updated by its id */
            tags?: (number | ({
                id?: number;
                slug?: string;
            } & {
                [key: string]: unknown;
            }))[];
            /** @description Lists, in the same form; they replace all lists when a contact is updated by its id */
            lists?: (number | ({
                id?: number;
                slug?: string;
            } & {
                [key: string]: unknown;
            }))[];
            /** @description By slug; null or an empty string clears a value */
            custom_values?: {
                [key: string]: string | number | string[] | null;
            };
            /** @description Evidence of the consent; stored in the consent log only */
            consent?: components["schemas"]["ConsentMembers"];
            /** @description With `tracking_consent` `denied`: earlier opens and clicks no longer identify the contact; totals stay */
            forget_tracking?: boolean | ("yes" | "no");
            /** @description Tags to attach */
            attach_tags?: (number | ({
                id?: number;
                slug?: string;
            } & {
                [key: string]: unknown;
            }))[];
            /** @description Tags to detach */
            detach_tags?: (number | ({
                id?: number;
                slug?: string;
            } & {
                [key: string]: unknown;
            }))[];
            /** @description Lists to attach */
            attach_lists?: (number | ({
                id?: number;
                slug?: string;
            } & {
                [key: string]: unknown;
            }))[];
            /** @description Lists to detach */
            detach_lists?: (number | ({
                id?: number;
                slug?: string;
            } & {
                [key: string]: unknown;
            }))[];
            /** @description Subscriptions that the contact leaves: imports and funnels do not add it again, other than after `detach_lists` */
            unsubscribe_lists?: (number | ({
                id?: number;
                slug?: string;
            } & {
                [key: string]: unknown;
            }))[];
            /** @description The changes; the fields may also be sent at the top level */
            subscriber?: components["schemas"]["ContactChanges"];
        };
        UpdateCustomField: {
            /** @description Unique; default: the type, with `_2`, `_3` appended if that is taken */
            field_key?: string;
            /**
             * @description `select-one` and `radio` hold one of `options`, `checkbox` any number of them
             * @enum {string}
             */
            type?: "text" | "textarea" | "select-one" | "checkbox" | "radio" | "number" | "date" | "url" | "email";
            label?: string;
            /** @description The key in `custom_values`; default: generated from the label. It cannot be changed later */
            slug?: string;
            /** @description The options of a select-one, radio, or checkbox field */
            options?: string[] | null;
            /** @description Whether contacts can see and change their value in the preference center; `0` or `1` */
            is_public?: boolean;
            /**
             * @description Allow deleting values of contacts
             * @default false
             */
            force?: boolean;
        };
        UpdateForm: {
            /** @description Lists that a sign-up joins */
            lists?: number[];
            /** @description Tags that a sign-up gets */
            tags?: number[];
            /** @description Fields besides the address. A text means `{key}` */
            fields?: (string | components["schemas"]["FormField"])[];
            /** @description Next to a box that must be ticked */
            consent_text?: string | null;
            /**
             * @description `ask`: with a box for the consent to tracking
             * @enum {string}
             */
            tracking_consent?: "ask" | "no";
            /** @description Whether new addresses are confirmed; known ones always are */
            double_optin?: boolean;
            /**
             * Format: uri
             * @description Page after a sign-up
             */
            redirect_url?: string | null;
            /** @description Websites; empty: all, without scripts */
            allowed_origins?: string[];
            /**
             * @description Default: the language of the browser
             * @enum {string|null}
             */
            language?: "en" | "de" | "fr" | "es" | "it" | "nl" | "pt" | "pl" | null;
            /** @description Heading of the page */
            title?: string;
        };
        UpdateFunnel: {
            /**
             * @description Must equal the current status (`draft` for a new funnel); `PUT /funnels/{id}/status` changes it
             * @enum {string|null}
             */
            status?: "draft" | "published" | "paused" | null;
            /** @description Filters, re-entry and exit rules: `run_multiple`, `reentry`, `filters`, `exit` */
            conditions?: {
                [key: string]: unknown;
            };
            /** @description The parameters of the trigger (`GET /funnels/triggers`) and the settings that all funnels share */
            settings?: {
                [key: string]: unknown;
            };
            /** @description The steps in the order in which they run; `GET /funnels/actions` has the schema of their settings. A step with an `id` keeps its identity; a step without one is new. */
            sequences?: {
                id?: number;
                /** @description See `GET /funnels/actions` */
                action_name: string;
                title?: string;
                description?: string;
                /** @description See `GET /funnels/actions` */
                settings?: {
                    [key: string]: unknown;
                };
                /** @description A rule of the filter language; contacts that do not match skip the step */
                conditions?: {
                    [key: string]: unknown;
                }[][];
                /** @description Seconds before the step, at most 31536000 */
                delay?: number;
                /** @description The branches of a condition or split, each an array of steps */
                children?: {
                    [key: string]: {
                        [key: string]: unknown;
                    }[];
                };
            }[];
            title?: string;
            trigger_name?: string;
            /**
             * @description Whether active enrollments continue in the new version
             * @default false
             */
            migrate?: boolean;
        };
        UpdateList: {
            /** @description Identifier for URLs; default: generated from the title */
            slug?: string;
            /** @description Shown in the preference center if the list is public */
            description?: string | null;
            /** @description Whether contacts can see and join it in the preference center; `0` or `1` */
            is_public?: boolean;
            /** @description Lets contacts subscribe to the list and leave it alone; omitted members are unchanged */
            subscription?: components["schemas"]["Subscription"];
            /** @description Unique, regardless of case */
            title?: string;
        };
        UpdateScheduledReport: {
            /** @description Filters and time of sending */
            settings?: components["schemas"]["ScheduledReportSettings"];
            /**
             * @description A paused report is sent only by `run`
             * @default active
             * @enum {string}
             */
            status?: "active" | "paused";
            /** @description IANA time zone. Default: `APP_TIMEZONE` */
            timezone?: string;
            /** @description Title; the email subject starts with it */
            title?: string;
            /**
             * @description Type of report
             * @enum {string}
             */
            type?: "overview" | "campaigns" | "campaign" | "funnels" | "funnel" | "subscriber-growth" | "subscriber-activity" | "top-subscribers" | "revenue" | "bounces" | "spam-complaints" | "unsubscribes" | "lists" | "tags" | "segmentation-analysis" | "ab-testing" | "engagement-scores";
            /**
             * @description How often the report is sent; also the length of its period
             * @enum {string}
             */
            frequency?: "daily" | "weekly" | "monthly" | "quarterly";
            /** @description 1 to 20 email addresses; recipients do not need to be managers */
            recipients?: string[];
        };
        UpdateSegment: {
            /** @description Identifier for URLs; default: generated from the title */
            slug?: string;
            /** @description Internal description */
            description?: string | null;
            /** @description Unique, regardless of case */
            title?: string;
            /** @description Groups of rows. A contact matches if it matches all rows of any group. See docs/filters.md. */
            filters?: {
                /** @description The kind of data and the field */
                source: string[];
                /**
                 * @description Depends on the field
                 * @enum {string}
                 */
                operator: "=" | "!=" | "contains" | "not_contains" | "starts_with" | "in" | "not_in" | "in_all" | ">" | "<" | "between" | "before" | "after" | "within_days" | "not_within_days" | "within_next_days" | "not_within_next_days" | "is_null" | "not_null";
                /** @description What the field is compared with */
                value?: string | number | (string | number)[];
            }[][];
        };
        UpdateSender: {
            /** @description Default From value of emails */
            from_name?: string;
            /**
             * Format: email
             * @description Default Reply-To address of emails
             */
            reply_to?: string | null;
            /** @description Default: 587, or 465 with `secure` */
            port?: number;
            /**
             * @description TLS from the first byte; otherwise STARTTLS when the server offers it
             * @default false
             */
            secure?: boolean;
            /** @description Null: no login */
            username?: string | null;
            /** @description Never returned */
            password?: string | null;
            /** @description Log in by OAuth 2.0 (XOAUTH2) instead of a password; null to remove */
            oauth2?: components["schemas"]["OAuth2"] | null;
            /**
             * @description Maximum number of connections per worker
             * @default 10
             */
            pool_size?: number;
            /** @description Emails per second across all workers; null for no limit */
            rate?: number | null;
            /** @description Emails per local day; null for no limit. All emails count; campaigns and funnels stop at it, other emails do not */
            daily_cap?: number | null;
            /** @description Campaign emails per local day; null for no other limit than daily_cap */
            daily_cap_bulk?: number | null;
            /** @description Warm-up to the daily cap; null to apply the cap from the first day */
            warmup?: components["schemas"]["Warmup"] | null;
            /** @description Key that signs emails; null for no signature */
            dkim?: components["schemas"]["Dkim"] | null;
            /** @description Domain of the address for bounces */
            return_path_domain?: string | null;
            /** @description The sender for which this one is the fallback while its mail server has trouble */
            fallback_of?: number | null;
            /** @description Unique, ignoring case */
            name?: string;
            /**
             * Format: email
             * @description Default From value of emails
             */
            from_email?: string;
            /** @description The mail server */
            host?: string;
        };
        UpdateSnippet: {
            /** @description For HTML (Liquid) */
            html?: string | null;
            /** @description For MJML (Liquid) */
            mjml?: string | null;
            /** @description For subjects, preview texts, and text parts (Liquid) */
            text?: string | null;
            title?: string;
        };
        UpdateTag: {
            /** @description Identifier for URLs; default: generated from the title */
            slug?: string;
            /** @description Internal description */
            description?: string | null;
            /** @description Unique, regardless of case */
            title?: string;
        };
        UpdateTemplate: {
            /** @description Subject line (Liquid) */
            email_subject?: string;
            /** @description Preview text in the inbox (Liquid) */
            email_pre_header?: string;
            /** @description HTML with Liquid (MJML if `design_template` is `mjml`); campaigns without a link to {{ unsubscribe_url }} or {{ preferences_url }} get the standard footer */
            email_body?: string;
            /** @description Plain text part (Liquid); generated from the HTML if empty */
            email_body_text?: string;
            /**
             * @description Format of the body and the layout around it
             * @default simple
             * @enum {string}
             */
            design_template?: "simple" | "plain" | "raw_html" | "mjml";
            /** @description The content by language, such as `de` or `pt-BR`; members that are missing or empty are not translated */
            translations?: {
                [key: string]: {
                    email_subject?: string;
                    email_pre_header?: string;
                    email_body?: string;
                    text?: string;
                };
            };
            description?: string | null;
            /** @description JSON Schema of the `data` that the content needs; single emails and simulations are checked against it */
            data_schema?: {
                [key: string]: unknown;
            } | null;
            /** @description Unique, regardless of case */
            title?: string;
        };
        UpdateWebhook: {
            /** @description A label */
            name?: string;
            /** @description The URL that receives the calls; HTTPS only */
            url?: string;
            /** @description Events to subscribe to: `*`, a family such as `contact.*`, or names: contact.created, contact.updated, contact.deleted, contact.status_changed, contact.tag_added, contact.tag_removed, contact.list_added, contact.list_removed, email.sent, email.opened, email.clicked, email.bounced, email.spam_complaint, email.unsubscribed, campaign.created, campaign.sent, campaign.paused, campaign.resumed, funnel.subscriber_added, funnel.subscriber_completed, funnel.subscriber_exited, funnel.sequence_completed, commerce.order_created, commerce.order_completed, commerce.order_refunded, commerce.revenue_recorded */
            events?: string[];
            /**
             * @description `active` also reactivates a `failed` webhook
             * @enum {string}
             */
            status?: "active" | "inactive";
            /** @description Replaces the current secret at once; to rotate without downtime, see `rotate-secret`. Fewer than 16 characters are accepted with a warning */
            secret?: string;
            /** @description Rejected: history can only be requested when a webhook is created; see `replay` */
            from?: string | null;
        };
        VariantAnalysisResponse: {
            key: string;
            subject: string;
            /** @description Recipients assigned to the variant */
            total: number;
            sent: number;
            opened: number;
            clicked: number;
            /** @description Delivered emails with tracking, which decide the test */
            tracked: number;
            /** @description Percent of tracked */
            open_rate: number;
            /** @description Percent of tracked */
            click_rate: number;
            /** @description Emails with an attributed order */
            converted: number;
            /** @description Percent of the delivered emails */
            conversion_rate: number;
            /** @description In all currencies */
            orders: number;
            /** @description Net of refunds, in `currency` */
            revenue: number;
            /** @description Null without revenue */
            currency: string | null;
            /** @description 95 % confidence interval of the rate of the deciding metric, in percent */
            interval: components["schemas"]["RateIntervalResponse"];
            /** @description Lift of that rate over the first variant in percent; null when the rate of the first variant is 0 */
            lift: number | null;
            /** @description Probability that this variant is the best */
            confidence: number | null;
            /** @description Whether it is the winner of the test */
            winner: boolean;
        };
        VersionResponse: {
            version: number;
            created_at: string;
            /** @description The id of the manager who saved it */
            created_by: number | null;
            /** @description The version that it was copied from */
            restored_from: number | null;
            /** @description Steps in all branches */
            steps_count: number;
            /** @description Active enrollments in this version */
            active_count: number;
        };
        VersionWithStepsResponse: {
            version: number;
            created_at: string;
            /** @description The id of the manager who saved it */
            created_by: number | null;
            /** @description The version that it was copied from */
            restored_from: number | null;
            /** @description Steps in all branches */
            steps_count: number;
            /** @description Active enrollments in this version */
            active_count: number;
            sequences: components["schemas"]["SequenceResponse"][];
        };
        VersionsResponse: {
            /** @description Newest first */
            versions: components["schemas"]["VersionResponse"][];
        };
        WaitingAtStepResponse: {
            sequence_id: number;
            title: string;
            /** @description Contacts waiting at the step now */
            waiting: number;
        };
        Warmup: {
            /** @description Emails on the first day */
            start: number;
            /** @description Factor by which the limit grows after each day with sent emails */
            factor: number;
        };
        WarmupResponse: {
            /** @description Emails on the first day */
            start: number;
            /** @description Factor by which the limit grows each day */
            factor: number;
        };
        WebhookCreatedResponse: {
            message: string;
            webhook: components["schemas"]["CreatedWebhookResponse"];
            /** @description The replay that delivers the history; absent without `from` */
            replay?: components["schemas"]["ReplayResponse"];
            /** @description Hints about the request; absent if there are none */
            warnings?: string[];
        };
        WebhookListResponse: {
            webhooks: components["schemas"]["WebhookResponse"][];
        };
        WebhookRemovedResponse: {
            message: string;
        };
        WebhookResponse: {
            id: number;
            name: string;
            url: string;
            events: ("contact.created" | "contact.updated" | "contact.deleted" | "contact.status_changed" | "contact.tag_added" | "contact.tag_removed" | "contact.list_added" | "contact.list_removed" | "email.sent" | "email.opened" | "email.clicked" | "email.bounced" | "email.spam_complaint" | "email.unsubscribed" | "campaign.created" | "campaign.sent" | "campaign.paused" | "campaign.resumed" | "funnel.subscriber_added" | "funnel.subscriber_completed" | "funnel.subscriber_exited" | "funnel.sequence_completed" | "commerce.order_created" | "commerce.order_completed" | "commerce.order_refunded" | "commerce.revenue_recorded")[];
            /**
             * @description `failed`: disabled after repeated failures
             * @enum {string}
             */
            status: "active" | "inactive" | "failed";
            /** @description Whether calls are signed */
            has_secret: boolean;
            /** @description Until when the previous secret also signs; null if there is none */
            previous_secret_until: string | null;
            created_at: string;
            updated_at: string;
        };
        WebhookUpdatedResponse: {
            webhook: components["schemas"]["WebhookResponse"];
            message: string;
            /** @description Hints about the request; absent if there are none */
            warnings?: string[];
        };
        WhyCheckResponse: {
            /** @description Name of the check, such as `subscribed` */
            check: string;
            passed: boolean;
            /** @description The result in a sentence */
            detail: string;
        };
        WhyResponse: {
            email: string | null;
            /**
             * @description `will_get_it`: waits to be sent; `would_get_it`: if sent now
             * @enum {string}
             */
            verdict: "got_it" | "will_get_it" | "did_not_get_it" | "would_get_it" | "unknown_contact" | "unknown";
            explanation: string;
            checks: components["schemas"]["WhyCheckResponse"][];
        };
        WordOptionResponse: {
            id: string;
            title: string;
            slug: string;
        };
        WriteNote: {
            /** @description The fields may also be sent at the top level, without `note` */
            note: components["schemas"]["NoteMembers"];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type AbTest = components['schemas']['AbTest'];
export type AbTestResponse = components['schemas']['AbTestResponse'];
export type AbTestStateResponse = components['schemas']['AbTestStateResponse'];
export type AbTestingResponse = components['schemas']['AbTestingResponse'];
export type AbVariant = components['schemas']['AbVariant'];
export type AbVariantResponse = components['schemas']['AbVariantResponse'];
export type AcceptedImportMember = components['schemas']['AcceptedImportMember'];
export type AcceptedImportResponse = components['schemas']['AcceptedImportResponse'];
export type ActionOptionsResponse = components['schemas']['ActionOptionsResponse'];
export type ActionResponse = components['schemas']['ActionResponse'];
export type ActionsResponse = components['schemas']['ActionsResponse'];
export type ActiveContactResponse = components['schemas']['ActiveContactResponse'];
export type ActivityCountsResponse = components['schemas']['ActivityCountsResponse'];
export type ActivityOfDayResponse = components['schemas']['ActivityOfDayResponse'];
export type ActivityOfHourResponse = components['schemas']['ActivityOfHourResponse'];
export type ActivityOfWeekdayResponse = components['schemas']['ActivityOfWeekdayResponse'];
export type ActivityResponse = components['schemas']['ActivityResponse'];
export type AddEnrollments = components['schemas']['AddEnrollments'];
export type AddSuppressions = components['schemas']['AddSuppressions'];
export type Attachment = components['schemas']['Attachment'];
export type AttemptResponse = components['schemas']['AttemptResponse'];
export type AttributionResponse = components['schemas']['AttributionResponse'];
export type AudienceEstimateResponse = components['schemas']['AudienceEstimateResponse'];
export type AudiencePair = components['schemas']['AudiencePair'];
export type AudiencePairResponse = components['schemas']['AudiencePairResponse'];
export type AuditEntryResponse = components['schemas']['AuditEntryResponse'];
export type AuditLogResponse = components['schemas']['AuditLogResponse'];
export type AuditManagerResponse = components['schemas']['AuditManagerResponse'];
export type AuditRecordResponse = components['schemas']['AuditRecordResponse'];
export type BounceDayResponse = components['schemas']['BounceDayResponse'];
export type BounceRatesResponse = components['schemas']['BounceRatesResponse'];
export type BounceReasonResponse = components['schemas']['BounceReasonResponse'];
export type BounceTotalsResponse = components['schemas']['BounceTotalsResponse'];
export type BouncesResponse = components['schemas']['BouncesResponse'];
export type BulkActionDoneResponse = components['schemas']['BulkActionDoneResponse'];
export type BulkActionQueuedResponse = components['schemas']['BulkActionQueuedResponse'];
export type BulkActionResponse = components['schemas']['BulkActionResponse'];
export type BulkActionsPage = components['schemas']['BulkActionsPage'];
export type BulkActionsResponse = components['schemas']['BulkActionsResponse'];
export type BulkAddUpdate = components['schemas']['BulkAddUpdate'];
export type BulkAddUpdateResponse = components['schemas']['BulkAddUpdateResponse'];
export type CampaignAttachmentResponse = components['schemas']['CampaignAttachmentResponse'];
export type CampaignCountsResponse = components['schemas']['CampaignCountsResponse'];
export type CampaignCreatedCall = components['schemas']['CampaignCreatedCall'];
export type CampaignCreatedData = components['schemas']['CampaignCreatedData'];
export type CampaignDayResponse = components['schemas']['CampaignDayResponse'];
export type CampaignEmailResponse = components['schemas']['CampaignEmailResponse'];
export type CampaignEmailsPage = components['schemas']['CampaignEmailsPage'];
export type CampaignEmailsResponse = components['schemas']['CampaignEmailsResponse'];
export type CampaignLinkResponse = components['schemas']['CampaignLinkResponse'];
export type CampaignLintResponse = components['schemas']['CampaignLintResponse'];
export type CampaignOptionResponse = components['schemas']['CampaignOptionResponse'];
export type CampaignOrderItemResponse = components['schemas']['CampaignOrderItemResponse'];
export type CampaignOrderResponse = components['schemas']['CampaignOrderResponse'];
export type CampaignOrdersPage = components['schemas']['CampaignOrdersPage'];
export type CampaignPausedCall = components['schemas']['CampaignPausedCall'];
export type CampaignPausedData = components['schemas']['CampaignPausedData'];
export type CampaignPreviewResponse = components['schemas']['CampaignPreviewResponse'];
export type CampaignRemovedResponse = components['schemas']['CampaignRemovedResponse'];
export type CampaignReportResponse = components['schemas']['CampaignReportResponse'];
export type CampaignReportsPage = components['schemas']['CampaignReportsPage'];
export type CampaignReportsResponse = components['schemas']['CampaignReportsResponse'];
export type CampaignResponse = components['schemas']['CampaignResponse'];
export type CampaignResumedCall = components['schemas']['CampaignResumedCall'];
export type CampaignResumedData = components['schemas']['CampaignResumedData'];
export type CampaignRevenuePage = components['schemas']['CampaignRevenuePage'];
export type CampaignRevenueResponse = components['schemas']['CampaignRevenueResponse'];
export type CampaignRevenueRowResponse = components['schemas']['CampaignRevenueRowResponse'];
export type CampaignRevenuesResponse = components['schemas']['CampaignRevenuesResponse'];
export type CampaignSendingResponse = components['schemas']['CampaignSendingResponse'];
export type CampaignSentCall = components['schemas']['CampaignSentCall'];
export type CampaignSentData = components['schemas']['CampaignSentData'];
export type CampaignSettings = components['schemas']['CampaignSettings'];
export type CampaignSettingsResponse = components['schemas']['CampaignSettingsResponse'];
export type CampaignStateResponse = components['schemas']['CampaignStateResponse'];
export type CampaignStatsResponse = components['schemas']['CampaignStatsResponse'];
export type CampaignTitle = components['schemas']['CampaignTitle'];
export type CampaignTotalsResponse = components['schemas']['CampaignTotalsResponse'];
export type CampaignWrittenResponse = components['schemas']['CampaignWrittenResponse'];
export type CampaignsPage = components['schemas']['CampaignsPage'];
export type CampaignsResponse = components['schemas']['CampaignsResponse'];
export type CancelledEmailResponse = components['schemas']['CancelledEmailResponse'];
export type ChangeCompanyMembers = components['schemas']['ChangeCompanyMembers'];
export type ChangeOrder = components['schemas']['ChangeOrder'];
export type ChoiceResponse = components['schemas']['ChoiceResponse'];
export type ChooseWinner = components['schemas']['ChooseWinner'];
export type CommerceOrderCompletedCall = components['schemas']['CommerceOrderCompletedCall'];
export type CommerceOrderCompletedData = components['schemas']['CommerceOrderCompletedData'];
export type CommerceOrderCreatedCall = components['schemas']['CommerceOrderCreatedCall'];
export type CommerceOrderCreatedData = components['schemas']['CommerceOrderCreatedData'];
export type CommerceOrderRefundedCall = components['schemas']['CommerceOrderRefundedCall'];
export type CommerceOrderRefundedData = components['schemas']['CommerceOrderRefundedData'];
export type CommerceRevenueRecordedCall = components['schemas']['CommerceRevenueRecordedCall'];
export type CommerceRevenueRecordedData = components['schemas']['CommerceRevenueRecordedData'];
export type CommerceStatResponse = components['schemas']['CommerceStatResponse'];
export type CompaniesPage = components['schemas']['CompaniesPage'];
export type CompaniesResponse = components['schemas']['CompaniesResponse'];
export type CompanyRemovedResponse = components['schemas']['CompanyRemovedResponse'];
export type CompanyResponse = components['schemas']['CompanyResponse'];
export type CompanyWrittenResponse = components['schemas']['CompanyWrittenResponse'];
export type ComparedDaysResponse = components['schemas']['ComparedDaysResponse'];
export type ComparedMetaResponse = components['schemas']['ComparedMetaResponse'];
export type ComplaintDayResponse = components['schemas']['ComplaintDayResponse'];
export type ComplaintRatesResponse = components['schemas']['ComplaintRatesResponse'];
export type ComplaintSourceResponse = components['schemas']['ComplaintSourceResponse'];
export type ComplaintThresholdResponse = components['schemas']['ComplaintThresholdResponse'];
export type ComplaintTotalsResponse = components['schemas']['ComplaintTotalsResponse'];
export type ConsentMembers = components['schemas']['ConsentMembers'];
export type ConsentOptionResponse = components['schemas']['ConsentOptionResponse'];
export type ConsentResponse = components['schemas']['ConsentResponse'];
export type ConsentsPage = components['schemas']['ConsentsPage'];
export type ConsentsResponse = components['schemas']['ConsentsResponse'];
export type ContactChanges = components['schemas']['ContactChanges'];
export type ContactCompanyResponse = components['schemas']['ContactCompanyResponse'];
export type ContactCreatedCall = components['schemas']['ContactCreatedCall'];
export type ContactCreatedData = components['schemas']['ContactCreatedData'];
export type ContactCreatedResponse = components['schemas']['ContactCreatedResponse'];
export type ContactDeletedCall = components['schemas']['ContactDeletedCall'];
export type ContactDeletedData = components['schemas']['ContactDeletedData'];
export type ContactDeletedResponse = components['schemas']['ContactDeletedResponse'];
export type ContactGroupResponse = components['schemas']['ContactGroupResponse'];
export type ContactListAddedCall = components['schemas']['ContactListAddedCall'];
export type ContactListAddedData = components['schemas']['ContactListAddedData'];
export type ContactListRemovedCall = components['schemas']['ContactListRemovedCall'];
export type ContactListRemovedData = components['schemas']['ContactListRemovedData'];
export type ContactResponse = components['schemas']['ContactResponse'];
export type ContactRevenuePage = components['schemas']['ContactRevenuePage'];
export type ContactRevenueRowResponse = components['schemas']['ContactRevenueRowResponse'];
export type ContactStatsResponse = components['schemas']['ContactStatsResponse'];
export type ContactStatusChangedCall = components['schemas']['ContactStatusChangedCall'];
export type ContactStatusChangedData = components['schemas']['ContactStatusChangedData'];
export type ContactSubscriptionResponse = components['schemas']['ContactSubscriptionResponse'];
export type ContactTagAddedCall = components['schemas']['ContactTagAddedCall'];
export type ContactTagAddedData = components['schemas']['ContactTagAddedData'];
export type ContactTagRemovedCall = components['schemas']['ContactTagRemovedCall'];
export type ContactTagRemovedData = components['schemas']['ContactTagRemovedData'];
export type ContactUpdatedCall = components['schemas']['ContactUpdatedCall'];
export type ContactUpdatedData = components['schemas']['ContactUpdatedData'];
export type ContactUpdatedResponse = components['schemas']['ContactUpdatedResponse'];
export type ContactsMergedResponse = components['schemas']['ContactsMergedResponse'];
export type ContactsPage = components['schemas']['ContactsPage'];
export type CountedListResponse = components['schemas']['CountedListResponse'];
export type CountedTagResponse = components['schemas']['CountedTagResponse'];
export type CountryOptionResponse = components['schemas']['CountryOptionResponse'];
export type CreateCampaign = components['schemas']['CreateCampaign'];
export type CreateCompany = components['schemas']['CreateCompany'];
export type CreateContact = components['schemas']['CreateContact'];
export type CreateCustomField = components['schemas']['CreateCustomField'];
export type CreateForm = components['schemas']['CreateForm'];
export type CreateFunnel = components['schemas']['CreateFunnel'];
export type CreateList = components['schemas']['CreateList'];
export type CreateScheduledReport = components['schemas']['CreateScheduledReport'];
export type CreateSegment = components['schemas']['CreateSegment'];
export type CreateSender = components['schemas']['CreateSender'];
export type CreateSnippet = components['schemas']['CreateSnippet'];
export type CreateTag = components['schemas']['CreateTag'];
export type CreateTemplate = components['schemas']['CreateTemplate'];
export type CreateWebhook = components['schemas']['CreateWebhook'];
export type CreatedWebhookResponse = components['schemas']['CreatedWebhookResponse'];
export type CustomFieldOptionResponse = components['schemas']['CustomFieldOptionResponse'];
export type CustomFieldRemovedResponse = components['schemas']['CustomFieldRemovedResponse'];
export type CustomFieldResponse = components['schemas']['CustomFieldResponse'];
export type CustomFieldSavedResponse = components['schemas']['CustomFieldSavedResponse'];
export type CustomFieldSetSavedResponse = components['schemas']['CustomFieldSetSavedResponse'];
export type CustomFieldsResponse = components['schemas']['CustomFieldsResponse'];
export type DefinitionResponse = components['schemas']['DefinitionResponse'];
export type DeliveryDetailsResponse = components['schemas']['DeliveryDetailsResponse'];
export type DeliveryListResponse = components['schemas']['DeliveryListResponse'];
export type DeliveryPagination = components['schemas']['DeliveryPagination'];
export type DeliveryRequestResponse = components['schemas']['DeliveryRequestResponse'];
export type DeliveryResponse = components['schemas']['DeliveryResponse'];
export type DestinationChangeResponse = components['schemas']['DestinationChangeResponse'];
export type DestinationResponse = components['schemas']['DestinationResponse'];
export type DestinationsResponse = components['schemas']['DestinationsResponse'];
export type Dkim = components['schemas']['Dkim'];
export type DkimResponse = components['schemas']['DkimResponse'];
export type DnsRecordResponse = components['schemas']['DnsRecordResponse'];
export type DoBulkAction = components['schemas']['DoBulkAction'];
export type DomainOutcomeResponse = components['schemas']['DomainOutcomeResponse'];
export type DoubleOptInResponse = components['schemas']['DoubleOptInResponse'];
export type EmailBouncedCall = components['schemas']['EmailBouncedCall'];
export type EmailBouncedData = components['schemas']['EmailBouncedData'];
export type EmailClickedCall = components['schemas']['EmailClickedCall'];
export type EmailClickedData = components['schemas']['EmailClickedData'];
export type EmailOpenedCall = components['schemas']['EmailOpenedCall'];
export type EmailOpenedData = components['schemas']['EmailOpenedData'];
export type EmailSentCall = components['schemas']['EmailSentCall'];
export type EmailSentData = components['schemas']['EmailSentData'];
export type EmailSpamComplaintCall = components['schemas']['EmailSpamComplaintCall'];
export type EmailSpamComplaintData = components['schemas']['EmailSpamComplaintData'];
export type EmailStatsResponse = components['schemas']['EmailStatsResponse'];
export type EmailUnsubscribedCall = components['schemas']['EmailUnsubscribedCall'];
export type EmailUnsubscribedData = components['schemas']['EmailUnsubscribedData'];
export type EmailsInStatusResponse = components['schemas']['EmailsInStatusResponse'];
export type EmbeddedContact = components['schemas']['EmbeddedContact'];
export type EngagementBandResponse = components['schemas']['EngagementBandResponse'];
export type EngagementScoresResponse = components['schemas']['EngagementScoresResponse'];
export type EnrolledContactResponse = components['schemas']['EnrolledContactResponse'];
export type EnrollmentDetailsResponse = components['schemas']['EnrollmentDetailsResponse'];
export type EnrollmentRemovedResponse = components['schemas']['EnrollmentRemovedResponse'];
export type EnrollmentResponse = components['schemas']['EnrollmentResponse'];
export type EnrollmentTraceResponse = components['schemas']['EnrollmentTraceResponse'];
export type EnrollmentsAddedResponse = components['schemas']['EnrollmentsAddedResponse'];
export type EnrollmentsPage = components['schemas']['EnrollmentsPage'];
export type EnrollmentsResponse = components['schemas']['EnrollmentsResponse'];
export type EraseContact = components['schemas']['EraseContact'];
export type ErasureResponse = components['schemas']['ErasureResponse'];
export type ErrorData = components['schemas']['ErrorData'];
export type ErrorResponse = components['schemas']['ErrorResponse'];
export type EventCampaign = components['schemas']['EventCampaign'];
export type EventContact = components['schemas']['EventContact'];
export type EventFunnel = components['schemas']['EventFunnel'];
export type EventFunnelSubscriber = components['schemas']['EventFunnelSubscriber'];
export type EventLabel = components['schemas']['EventLabel'];
export type EventListResponse = components['schemas']['EventListResponse'];
export type EventOrder = components['schemas']['EventOrder'];
export type EventRefund = components['schemas']['EventRefund'];
export type EventResponse = components['schemas']['EventResponse'];
export type EventTrackedResponse = components['schemas']['EventTrackedResponse'];
export type ExitsResponse = components['schemas']['ExitsResponse'];
export type ExplainedGroupResponse = components['schemas']['ExplainedGroupResponse'];
export type ExplainedRowResponse = components['schemas']['ExplainedRowResponse'];
export type ExplanationResponse = components['schemas']['ExplanationResponse'];
export type FeedbackMessage = components['schemas']['FeedbackMessage'];
export type FeedbackMessageResponse = components['schemas']['FeedbackMessageResponse'];
export type FeedbackProviderResponse = components['schemas']['FeedbackProviderResponse'];
export type FeedbackProvidersResponse = components['schemas']['FeedbackProvidersResponse'];
export type FieldDefinition = components['schemas']['FieldDefinition'];
export type FieldTypeResponse = components['schemas']['FieldTypeResponse'];
export type FireTrigger = components['schemas']['FireTrigger'];
export type FormEmbedResponse = components['schemas']['FormEmbedResponse'];
export type FormField = components['schemas']['FormField'];
export type FormFieldResponse = components['schemas']['FormFieldResponse'];
export type FormRemovedResponse = components['schemas']['FormRemovedResponse'];
export type FormResponse = components['schemas']['FormResponse'];
export type FormWrittenResponse = components['schemas']['FormWrittenResponse'];
export type FormsPage = components['schemas']['FormsPage'];
export type FormsResponse = components['schemas']['FormsResponse'];
export type FunnelConversionResponse = components['schemas']['FunnelConversionResponse'];
export type FunnelFiguresResponse = components['schemas']['FunnelFiguresResponse'];
export type FunnelRemovedResponse = components['schemas']['FunnelRemovedResponse'];
export type FunnelReportResponse = components['schemas']['FunnelReportResponse'];
export type FunnelReportsPage = components['schemas']['FunnelReportsPage'];
export type FunnelReportsResponse = components['schemas']['FunnelReportsResponse'];
export type FunnelResponse = components['schemas']['FunnelResponse'];
export type FunnelRevenueResponse = components['schemas']['FunnelRevenueResponse'];
export type FunnelSequenceCompletedCall = components['schemas']['FunnelSequenceCompletedCall'];
export type FunnelSequenceCompletedData = components['schemas']['FunnelSequenceCompletedData'];
export type FunnelStatus = components['schemas']['FunnelStatus'];
export type FunnelSubscriberAddedCall = components['schemas']['FunnelSubscriberAddedCall'];
export type FunnelSubscriberAddedData = components['schemas']['FunnelSubscriberAddedData'];
export type FunnelSubscriberCompletedCall = components['schemas']['FunnelSubscriberCompletedCall'];
export type FunnelSubscriberCompletedData = components['schemas']['FunnelSubscriberCompletedData'];
export type FunnelSubscriberExitedCall = components['schemas']['FunnelSubscriberExitedCall'];
export type FunnelSubscriberExitedData = components['schemas']['FunnelSubscriberExitedData'];
export type FunnelSubscribersResponse = components['schemas']['FunnelSubscribersResponse'];
export type FunnelTrigger = components['schemas']['FunnelTrigger'];
export type FunnelTriggeredResponse = components['schemas']['FunnelTriggeredResponse'];
export type FunnelWrittenResponse = components['schemas']['FunnelWrittenResponse'];
export type FunnelsResponse = components['schemas']['FunnelsResponse'];
export type GrowthPointResponse = components['schemas']['GrowthPointResponse'];
export type GrowthResponse = components['schemas']['GrowthResponse'];
export type GrowthSumResponse = components['schemas']['GrowthSumResponse'];
export type ImportFile = components['schemas']['ImportFile'];
export type ImportOptionsResponse = components['schemas']['ImportOptionsResponse'];
export type ImportResponse = components['schemas']['ImportResponse'];
export type ImportRows = components['schemas']['ImportRows'];
export type ImportsPage = components['schemas']['ImportsPage'];
export type ImportsResponse = components['schemas']['ImportsResponse'];
export type JobRowResponse = components['schemas']['JobRowResponse'];
export type JobRowsResponse = components['schemas']['JobRowsResponse'];
export type LabelEngagementResponse = components['schemas']['LabelEngagementResponse'];
export type LabelFiguresResponse = components['schemas']['LabelFiguresResponse'];
export type LabelGrowthResponse = components['schemas']['LabelGrowthResponse'];
export type LabelOptionResponse = components['schemas']['LabelOptionResponse'];
export type LabelResponse = components['schemas']['LabelResponse'];
export type LanguageOutcomeResponse = components['schemas']['LanguageOutcomeResponse'];
export type LeftOutResponse = components['schemas']['LeftOutResponse'];
export type LinkOutcomeResponse = components['schemas']['LinkOutcomeResponse'];
export type LinkReportResponse = components['schemas']['LinkReportResponse'];
export type LintIssueResponse = components['schemas']['LintIssueResponse'];
export type ListCreatedResponse = components['schemas']['ListCreatedResponse'];
export type ListRemovedResponse = components['schemas']['ListRemovedResponse'];
export type ListReportsResponse = components['schemas']['ListReportsResponse'];
export type ListResponse = components['schemas']['ListResponse'];
export type ListSubscriptionResponse = components['schemas']['ListSubscriptionResponse'];
export type ListUpdatedResponse = components['schemas']['ListUpdatedResponse'];
export type ListedCampaignResponse = components['schemas']['ListedCampaignResponse'];
export type ListedNoteResponse = components['schemas']['ListedNoteResponse'];
export type ListedOrderResponse = components['schemas']['ListedOrderResponse'];
export type ListedSingleEmailResponse = components['schemas']['ListedSingleEmailResponse'];
export type ListsResponse = components['schemas']['ListsResponse'];
export type LiveCampaignResponse = components['schemas']['LiveCampaignResponse'];
export type LiveEventResponse = components['schemas']['LiveEventResponse'];
export type LiveFunnelResponse = components['schemas']['LiveFunnelResponse'];
export type LiveProgressResponse = components['schemas']['LiveProgressResponse'];
export type LivenessResponse = components['schemas']['LivenessResponse'];
export type MailerSettings = components['schemas']['MailerSettings'];
export type MailerSettingsResponse = components['schemas']['MailerSettingsResponse'];
export type ManagerResponse = components['schemas']['ManagerResponse'];
export type MergeContacts = components['schemas']['MergeContacts'];
export type NextRequestResponse = components['schemas']['NextRequestResponse'];
export type NoteAuthorResponse = components['schemas']['NoteAuthorResponse'];
export type NoteMembers = components['schemas']['NoteMembers'];
export type NoteRemovedResponse = components['schemas']['NoteRemovedResponse'];
export type NoteResponse = components['schemas']['NoteResponse'];
export type NoteWrittenResponse = components['schemas']['NoteWrittenResponse'];
export type NotesPage = components['schemas']['NotesPage'];
export type NotesResponse = components['schemas']['NotesResponse'];
export type OAuth2 = components['schemas']['OAuth2'];
export type OAuth2Response = components['schemas']['OAuth2Response'];
export type OneBulkActionResponse = components['schemas']['OneBulkActionResponse'];
export type OneCampaignResponse = components['schemas']['OneCampaignResponse'];
export type OneCompanyResponse = components['schemas']['OneCompanyResponse'];
export type OneContactResponse = components['schemas']['OneContactResponse'];
export type OneDeliveryResponse = components['schemas']['OneDeliveryResponse'];
export type OneFormResponse = components['schemas']['OneFormResponse'];
export type OneFunnelResponse = components['schemas']['OneFunnelResponse'];
export type OneImportResponse = components['schemas']['OneImportResponse'];
export type OneLabelReportResponse = components['schemas']['OneLabelReportResponse'];
export type OneOrderResponse = components['schemas']['OneOrderResponse'];
export type OneReplayResponse = components['schemas']['OneReplayResponse'];
export type OneScheduledReportResponse = components['schemas']['OneScheduledReportResponse'];
export type OneSegmentResponse = components['schemas']['OneSegmentResponse'];
export type OneSenderResponse = components['schemas']['OneSenderResponse'];
export type OneSingleEmailResponse = components['schemas']['OneSingleEmailResponse'];
export type OneSnippetResponse = components['schemas']['OneSnippetResponse'];
export type OneTagResponse = components['schemas']['OneTagResponse'];
export type OneTemplateResponse = components['schemas']['OneTemplateResponse'];
export type OneVersionResponse = components['schemas']['OneVersionResponse'];
export type OneWebhookResponse = components['schemas']['OneWebhookResponse'];
export type OptionsResponse = components['schemas']['OptionsResponse'];
export type OrderItemMembers = components['schemas']['OrderItemMembers'];
export type OrderItemResponse = components['schemas']['OrderItemResponse'];
export type OrderRemark = components['schemas']['OrderRemark'];
export type OrderReportedResponse = components['schemas']['OrderReportedResponse'];
export type OrderResponse = components['schemas']['OrderResponse'];
export type OrdersPage = components['schemas']['OrdersPage'];
export type OrdersReportedResponse = components['schemas']['OrdersReportedResponse'];
export type OrdersResponse = components['schemas']['OrdersResponse'];
export type OtherCurrencyResponse = components['schemas']['OtherCurrencyResponse'];
export type OutcomeByCampaignResponse = components['schemas']['OutcomeByCampaignResponse'];
export type OutcomeByDomainResponse = components['schemas']['OutcomeByDomainResponse'];
export type OutcomeContactResponse = components['schemas']['OutcomeContactResponse'];
export type OverlapResponse = components['schemas']['OverlapResponse'];
export type OverviewEmailStatsResponse = components['schemas']['OverviewEmailStatsResponse'];
export type OverviewResponse = components['schemas']['OverviewResponse'];
export type OverviewRevenueResponse = components['schemas']['OverviewRevenueResponse'];
export type PreviewCampaign = components['schemas']['PreviewCampaign'];
export type PreviousBouncesResponse = components['schemas']['PreviousBouncesResponse'];
export type PreviousComplaintsResponse = components['schemas']['PreviousComplaintsResponse'];
export type PreviousRevenueResponse = components['schemas']['PreviousRevenueResponse'];
export type PreviousUnsubscribesResponse = components['schemas']['PreviousUnsubscribesResponse'];
export type ProviderFeedbackResponse = components['schemas']['ProviderFeedbackResponse'];
export type ProviderReplyResponse = components['schemas']['ProviderReplyResponse'];
export type RateIntervalResponse = components['schemas']['RateIntervalResponse'];
export type ReactionResponse = components['schemas']['ReactionResponse'];
export type ReactionsResponse = components['schemas']['ReactionsResponse'];
export type RecentActivityResponse = components['schemas']['RecentActivityResponse'];
export type RecentBounceResponse = components['schemas']['RecentBounceResponse'];
export type RecentComplaintResponse = components['schemas']['RecentComplaintResponse'];
export type RecentRequestResponse = components['schemas']['RecentRequestResponse'];
export type RecentRequestsResponse = components['schemas']['RecentRequestsResponse'];
export type RecentUnsubscribeResponse = components['schemas']['RecentUnsubscribeResponse'];
export type RedeliveryResponse = components['schemas']['RedeliveryResponse'];
export type RefundOrder = components['schemas']['RefundOrder'];
export type RefundResponse = components['schemas']['RefundResponse'];
export type RefundedResponse = components['schemas']['RefundedResponse'];
export type RefusedContactResponse = components['schemas']['RefusedContactResponse'];
export type RenderTemplate = components['schemas']['RenderTemplate'];
export type RenderedTemplateResponse = components['schemas']['RenderedTemplateResponse'];
export type ReplaceCustomFields = components['schemas']['ReplaceCustomFields'];
export type Replay = components['schemas']['Replay'];
export type ReplayResponse = components['schemas']['ReplayResponse'];
export type ReplayStartedResponse = components['schemas']['ReplayStartedResponse'];
export type ReportMetaResponse = components['schemas']['ReportMetaResponse'];
export type ReportOptionsResponse = components['schemas']['ReportOptionsResponse'];
export type ReportOrder = components['schemas']['ReportOrder'];
export type ReportOrders = components['schemas']['ReportOrders'];
export type ResendCampaign = components['schemas']['ResendCampaign'];
export type ResendResponse = components['schemas']['ResendResponse'];
export type RestoreVersion = components['schemas']['RestoreVersion'];
export type RevenueAttributionResponse = components['schemas']['RevenueAttributionResponse'];
export type RevenueContactResponse = components['schemas']['RevenueContactResponse'];
export type RevenueDayResponse = components['schemas']['RevenueDayResponse'];
export type RevenueOfCampaignsResponse = components['schemas']['RevenueOfCampaignsResponse'];
export type RevenueOfContactsResponse = components['schemas']['RevenueOfContactsResponse'];
export type RevenueResponse = components['schemas']['RevenueResponse'];
export type RotateSecret = components['schemas']['RotateSecret'];
export type SaveSequences = components['schemas']['SaveSequences'];
export type ScheduleCampaign = components['schemas']['ScheduleCampaign'];
export type ScheduledReportRemovedResponse = components['schemas']['ScheduledReportRemovedResponse'];
export type ScheduledReportResponse = components['schemas']['ScheduledReportResponse'];
export type ScheduledReportRunResponse = components['schemas']['ScheduledReportRunResponse'];
export type ScheduledReportSavedResponse = components['schemas']['ScheduledReportSavedResponse'];
export type ScheduledReportSettings = components['schemas']['ScheduledReportSettings'];
export type ScheduledReportSettingsResponse = components['schemas']['ScheduledReportSettingsResponse'];
export type ScheduledReportStartedResponse = components['schemas']['ScheduledReportStartedResponse'];
export type ScheduledReportsResponse = components['schemas']['ScheduledReportsResponse'];
export type ScoreBandResponse = components['schemas']['ScoreBandResponse'];
export type ScoreFormulaResponse = components['schemas']['ScoreFormulaResponse'];
export type ScorePointsResponse = components['schemas']['ScorePointsResponse'];
export type SecretRotatedResponse = components['schemas']['SecretRotatedResponse'];
export type SegmentChoice = components['schemas']['SegmentChoice'];
export type SegmentChoiceResponse = components['schemas']['SegmentChoiceResponse'];
export type SegmentCountResponse = components['schemas']['SegmentCountResponse'];
export type SegmentRemovedResponse = components['schemas']['SegmentRemovedResponse'];
export type SegmentResponse = components['schemas']['SegmentResponse'];
export type SegmentSavedResponse = components['schemas']['SegmentSavedResponse'];
export type SegmentationResponse = components['schemas']['SegmentationResponse'];
export type SegmentsResponse = components['schemas']['SegmentsResponse'];
export type SendDoubleOptIn = components['schemas']['SendDoubleOptIn'];
export type SendStepTestEmail = components['schemas']['SendStepTestEmail'];
export type SendTestEmail = components['schemas']['SendTestEmail'];
export type SendWindow = components['schemas']['SendWindow'];
export type SendWindowResponse = components['schemas']['SendWindowResponse'];
export type SenderCheckResponse = components['schemas']['SenderCheckResponse'];
export type SenderListResponse = components['schemas']['SenderListResponse'];
export type SenderReadinessResponse = components['schemas']['SenderReadinessResponse'];
export type SenderRemovedResponse = components['schemas']['SenderRemovedResponse'];
export type SenderResponse = components['schemas']['SenderResponse'];
export type SenderSavedResponse = components['schemas']['SenderSavedResponse'];
export type SenderTestResponse = components['schemas']['SenderTestResponse'];
export type SendingProgressResponse = components['schemas']['SendingProgressResponse'];
export type SequenceInsightResponse = components['schemas']['SequenceInsightResponse'];
export type SequencePerformanceResponse = components['schemas']['SequencePerformanceResponse'];
export type SequenceResponse = components['schemas']['SequenceResponse'];
export type SequenceStatsResponse = components['schemas']['SequenceStatsResponse'];
export type SequencesResponse = components['schemas']['SequencesResponse'];
export type Settle = components['schemas']['Settle'];
export type SettledResponse = components['schemas']['SettledResponse'];
export type SimulateFunnel = components['schemas']['SimulateFunnel'];
export type SimulatedContactResponse = components['schemas']['SimulatedContactResponse'];
export type SimulatedStepResponse = components['schemas']['SimulatedStepResponse'];
export type SimulatedWaitResponse = components['schemas']['SimulatedWaitResponse'];
export type SimulationResponse = components['schemas']['SimulationResponse'];
export type SingleAddress = components['schemas']['SingleAddress'];
export type SingleEmailContentResponse = components['schemas']['SingleEmailContentResponse'];
export type SingleEmailResponse = components['schemas']['SingleEmailResponse'];
export type SingleEmailsPage = components['schemas']['SingleEmailsPage'];
export type SingleEmailsResponse = components['schemas']['SingleEmailsResponse'];
export type SkipReasonResponse = components['schemas']['SkipReasonResponse'];
export type SnippetRemovedResponse = components['schemas']['SnippetRemovedResponse'];
export type SnippetResponse = components['schemas']['SnippetResponse'];
export type SnippetUserResponse = components['schemas']['SnippetUserResponse'];
export type SnippetUsesPage = components['schemas']['SnippetUsesPage'];
export type SnippetUsesResponse = components['schemas']['SnippetUsesResponse'];
export type SnippetWrittenResponse = components['schemas']['SnippetWrittenResponse'];
export type SnippetsResponse = components['schemas']['SnippetsResponse'];
export type SpamComplaintsResponse = components['schemas']['SpamComplaintsResponse'];
export type StateOfCampaignResponse = components['schemas']['StateOfCampaignResponse'];
export type StepConversionResponse = components['schemas']['StepConversionResponse'];
export type SubmitEmail = components['schemas']['SubmitEmail'];
export type SubmitEmails = components['schemas']['SubmitEmails'];
export type SubmittedEmailResponse = components['schemas']['SubmittedEmailResponse'];
export type SubmittedEmailsResponse = components['schemas']['SubmittedEmailsResponse'];
export type SubscriberGrowthResponse = components['schemas']['SubscriberGrowthResponse'];
export type SubscribersAttachedResponse = components['schemas']['SubscribersAttachedResponse'];
export type SubscribersDetachedResponse = components['schemas']['SubscribersDetachedResponse'];
export type Subscription = components['schemas']['Subscription'];
export type SuppressionPage = components['schemas']['SuppressionPage'];
export type SuppressionRemovedResponse = components['schemas']['SuppressionRemovedResponse'];
export type SuppressionResponse = components['schemas']['SuppressionResponse'];
export type SuppressionsAddedResponse = components['schemas']['SuppressionsAddedResponse'];
export type SuppressionsRemovedResponse = components['schemas']['SuppressionsRemovedResponse'];
export type SuppressionsResponse = components['schemas']['SuppressionsResponse'];
export type TagCreatedResponse = components['schemas']['TagCreatedResponse'];
export type TagRemovedResponse = components['schemas']['TagRemovedResponse'];
export type TagReportsResponse = components['schemas']['TagReportsResponse'];
export type TagResponse = components['schemas']['TagResponse'];
export type TagUpdatedResponse = components['schemas']['TagUpdatedResponse'];
export type TagsResponse = components['schemas']['TagsResponse'];
export type TemplateRemovedResponse = components['schemas']['TemplateRemovedResponse'];
export type TemplateResponse = components['schemas']['TemplateResponse'];
export type TemplateWrittenResponse = components['schemas']['TemplateWrittenResponse'];
export type TemplatesPage = components['schemas']['TemplatesPage'];
export type TemplatesResponse = components['schemas']['TemplatesResponse'];
export type TestCallResponse = components['schemas']['TestCallResponse'];
export type TestEmailResponse = components['schemas']['TestEmailResponse'];
export type TestEmailsResponse = components['schemas']['TestEmailsResponse'];
export type TestReportResponse = components['schemas']['TestReportResponse'];
export type TestSender = components['schemas']['TestSender'];
export type TestStepResponse = components['schemas']['TestStepResponse'];
export type TestedVariantResponse = components['schemas']['TestedVariantResponse'];
export type Throttle = components['schemas']['Throttle'];
export type ThrottleResponse = components['schemas']['ThrottleResponse'];
export type TimelineItemResponse = components['schemas']['TimelineItemResponse'];
export type TimelinePageResponse = components['schemas']['TimelinePageResponse'];
export type TimelineResponse = components['schemas']['TimelineResponse'];
export type TopCampaignResponse = components['schemas']['TopCampaignResponse'];
export type TopContactResponse = components['schemas']['TopContactResponse'];
export type TopSubscriberResponse = components['schemas']['TopSubscriberResponse'];
export type TopSubscribersResponse = components['schemas']['TopSubscribersResponse'];
export type TracedStepResponse = components['schemas']['TracedStepResponse'];
export type TrackEvent = components['schemas']['TrackEvent'];
export type TrackedEventResponse = components['schemas']['TrackedEventResponse'];
export type TrackedEventsPage = components['schemas']['TrackedEventsPage'];
export type TrackedEventsResponse = components['schemas']['TrackedEventsResponse'];
export type TrackingEventResponse = components['schemas']['TrackingEventResponse'];
export type TrackingEventsPage = components['schemas']['TrackingEventsPage'];
export type TrackingEventsResponse = components['schemas']['TrackingEventsResponse'];
export type TriggerFiredResponse = components['schemas']['TriggerFiredResponse'];
export type TriggerResponse = components['schemas']['TriggerResponse'];
export type TriggersResponse = components['schemas']['TriggersResponse'];
export type TroubleResponse = components['schemas']['TroubleResponse'];
export type UnsubscribeDayResponse = components['schemas']['UnsubscribeDayResponse'];
export type UnsubscribeMethodResponse = components['schemas']['UnsubscribeMethodResponse'];
export type UnsubscribeRatesResponse = components['schemas']['UnsubscribeRatesResponse'];
export type UnsubscribeReasonResponse = components['schemas']['UnsubscribeReasonResponse'];
export type UnsubscribeTotalsResponse = components['schemas']['UnsubscribeTotalsResponse'];
export type UnsubscriberResponse = components['schemas']['UnsubscriberResponse'];
export type UnsubscribersPage = components['schemas']['UnsubscribersPage'];
export type UnsubscribersResponse = components['schemas']['UnsubscribersResponse'];
export type UnsubscribesResponse = components['schemas']['UnsubscribesResponse'];
export type UpdateCampaign = components['schemas']['UpdateCampaign'];
export type UpdateCompany = components['schemas']['UpdateCompany'];
export type UpdateContact = components['schemas']['UpdateContact'];
export type UpdateCustomField = components['schemas']['UpdateCustomField'];
export type UpdateForm = components['schemas']['UpdateForm'];
export type UpdateFunnel = components['schemas']['UpdateFunnel'];
export type UpdateList = components['schemas']['UpdateList'];
export type UpdateScheduledReport = components['schemas']['UpdateScheduledReport'];
export type UpdateSegment = components['schemas']['UpdateSegment'];
export type UpdateSender = components['schemas']['UpdateSender'];
export type UpdateSnippet = components['schemas']['UpdateSnippet'];
export type UpdateTag = components['schemas']['UpdateTag'];
export type UpdateTemplate = components['schemas']['UpdateTemplate'];
export type UpdateWebhook = components['schemas']['UpdateWebhook'];
export type VariantAnalysisResponse = components['schemas']['VariantAnalysisResponse'];
export type VersionResponse = components['schemas']['VersionResponse'];
export type VersionWithStepsResponse = components['schemas']['VersionWithStepsResponse'];
export type VersionsResponse = components['schemas']['VersionsResponse'];
export type WaitingAtStepResponse = components['schemas']['WaitingAtStepResponse'];
export type Warmup = components['schemas']['Warmup'];
export type WarmupResponse = components['schemas']['WarmupResponse'];
export type WebhookCreatedResponse = components['schemas']['WebhookCreatedResponse'];
export type WebhookListResponse = components['schemas']['WebhookListResponse'];
export type WebhookRemovedResponse = components['schemas']['WebhookRemovedResponse'];
export type WebhookResponse = components['schemas']['WebhookResponse'];
export type WebhookUpdatedResponse = components['schemas']['WebhookUpdatedResponse'];
export type WhyCheckResponse = components['schemas']['WhyCheckResponse'];
export type WhyResponse = components['schemas']['WhyResponse'];
export type WordOptionResponse = components['schemas']['WordOptionResponse'];
export type WriteNote = components['schemas']['WriteNote'];
export type $defs = Record<string, never>;
export interface operations {
    listAuditLog: {
        parameters: {
            query?: {
                /** @description Only changes by this manager (username) */
                manager?: string;
                /** @description Only changes from this source */
                source?: "api" | "command_line";
                /** @description Only this kind of action */
                action?: "created" | "updated" | "deleted" | "changed" | "exported";
                /** @description Only records of this type */
                record_type?: string;
                /** @description Only the record with this id; requires `record_type` */
                record_id?: number;
                /** @description Only calls of this route, as shown in entries */
                route?: string;
                /** @description Only changes by the request whose response had this `X-Request-Id` */
                request_id?: string;
                /** @description Only changes by requests that sent this `X-Request-Id` */
                client_request_id?: string;
                /** @description Only changes at this time or later */
                from?: string;
                /** @description Only changes at this time or earlier; a date includes the whole day */
                to?: string;
                /** @description Entries per page */
                per_page?: number;
                /** @description Omitted or `*`: first page; then `next_cursor` */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLogResponse"];
                };
            };
        };
    };
    listRecentRequests: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requests, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecentRequestsResponse"];
                };
            };
        };
    };
    listBulkActions: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Page number, from 1 */
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of bulk actions, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkActionsResponse"];
                };
            };
        };
    };
    getBulkAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the bulk action */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bulk action */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneBulkActionResponse"];
                };
            };
        };
    };
    cancelBulkAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the bulk action */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bulk action; it stops after the current batch */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneBulkActionResponse"];
                };
            };
        };
    };
    watchBulkAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the bulk action */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events: `progress` on each change, at most twice per second, and `end` when the job has ended. `data` is the job */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    listBulkActionRows: {
        parameters: {
            query?: {
                /** @description Only rows with this outcome; all rows by default */
                outcome?: "created" | "updated" | "skipped" | "invalid" | "kept_status" | "undone" | "conflict";
                /** @description Rows per page */
                per_page?: number;
                /** @description `*` or empty starts at the first row; pass `next_cursor` to get the next page */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Id of the bulk action */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of rows, in the order of processing */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobRowsResponse"];
                };
            };
        };
    };
    undoBulkAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the bulk action */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bulk action; the undo runs in the background */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneBulkActionResponse"];
                };
            };
        };
    };
    listCampaigns: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Page number, from 1 */
                page?: number;
                /** @description Part of the title */
                searchBy?: string;
                /** @description Alias of `searchBy` */
                search?: string;
                /** @description Only campaigns with one of these statuses */
                statuses?: ("draft" | "scheduled" | "working" | "sent" | "paused" | "archived")[];
                /** @description `stats` adds counts of emails, opens, and clicks to each campaign */
                with?: "stats"[];
                /** @description Created at this time or later */
                created_after?: string;
                /** @description Created earlier than this time */
                created_before?: string;
                /** @description Changed at this time or later */
                updated_after?: string;
                /** @description Last changed earlier than this time */
                updated_before?: string;
                /** @description Sort field; `id` by default */
                sort_by?: "id" | "title" | "status" | "created_at" | "updated_at" | "scheduled_at";
                /** @description Alias of `sort_by` */
                order_by?: "id" | "title" | "status" | "created_at" | "updated_at" | "scheduled_at";
                /** @description Sort direction, case-insensitive; `DESC` by default */
                sort_order?: "ASC" | "DESC";
                /** @description Alias of `sort_order` */
                sort_type?: "ASC" | "DESC";
                /** @description Alias of `sort_order` */
                order_type?: "ASC" | "DESC";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of campaigns */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignsResponse"];
                };
            };
        };
    };
    createCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCampaign"];
            };
        };
        responses: {
            /** @description The new draft */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignWrittenResponse"];
                };
            };
        };
    };
    getCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The campaign */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneCampaignResponse"];
                };
            };
        };
    };
    updateCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCampaign"];
            };
        };
        responses: {
            /** @description The updated campaign */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignWrittenResponse"];
                };
            };
        };
    };
    deleteCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The campaign is deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignRemovedResponse"];
                };
            };
        };
    };
    chooseAbTestWinner: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChooseWinner"];
            };
        };
        responses: {
            /** @description The campaign with its winner */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignWrittenResponse"];
                };
            };
        };
    };
    archiveCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The campaign in its new status */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignWrittenResponse"];
                };
            };
        };
    };
    cancelCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The campaign in its new status */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignWrittenResponse"];
                };
            };
        };
    };
    duplicateCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new draft */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignWrittenResponse"];
                };
            };
        };
    };
    listCampaignEmails: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Page number, from 1 */
                page?: number;
                /** @description `*` starts at the beginning; pass `next_cursor` of the answer to get the next page */
                cursor?: string;
                /** @description Only emails that were clicked, viewed, not opened, failed, or bounced */
                filter_type?: "click" | "view" | "unopened" | "failed" | "bounced";
                /** @description Only emails with this status */
                status?: "pending" | "processing" | "sent" | "failed" | "bounced" | "complained" | "skipped" | "unknown" | "cancelled";
                /** @description Part of the address or the name */
                search?: string;
            };
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of emails */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignEmailsResponse"];
                };
            };
        };
    };
    listCampaignEmailHits: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Page number, from 1 */
                page?: number;
            };
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
                /** @description Id of the mail */
                emailId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of opens and clicks, oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrackingEventsResponse"];
                };
            };
        };
    };
    settleCampaignEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
                /** @description Id of the mail */
                emailId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Settle"];
            };
        };
        responses: {
            /** @description The email is resolved */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettledResponse"];
                };
            };
        };
    };
    estimateCampaignRecipients: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AudienceEstimateResponse"];
                };
            };
        };
    };
    getCampaignLinkReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All links with their counts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkReportResponse"];
                };
            };
        };
    };
    lintCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The problems; an empty list if there are none */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignLintResponse"];
                };
            };
        };
    };
    pauseCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The campaign in its new status */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignWrittenResponse"];
                };
            };
        };
    };
    previewCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewCampaign"];
            };
        };
        responses: {
            /** @description The rendered email */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignPreviewResponse"];
                };
            };
        };
    };
    resendCampaignToFailed: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResendCampaign"];
            };
        };
        responses: {
            /** @description The new draft */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignWrittenResponse"];
                };
            };
        };
    };
    resendCampaignToUnopened: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResendCampaign"];
            };
        };
        responses: {
            /** @description The new draft */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignWrittenResponse"];
                };
            };
        };
    };
    resumeCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The campaign in its new status */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignWrittenResponse"];
                };
            };
        };
    };
    getCampaignRevenues: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Page number, from 1 */
                page?: number;
                /** @description `*` starts at the beginning; pass `next_cursor` of the answer to get the next page */
                cursor?: string;
                /** @description Only orders in this currency; by default all orders, and `total_revenue` is in the currency of most of them */
                currency?: string;
            };
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of orders, and the revenue of all of them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignRevenuesResponse"];
                };
            };
        };
    };
    scheduleCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduleCampaign"];
            };
        };
        responses: {
            /** @description The campaign in its new status */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignWrittenResponse"];
                };
            };
        };
    };
    sendCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The campaign in its new status */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignWrittenResponse"];
                };
            };
        };
    };
    sendCampaignTestEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendTestEmail"];
            };
        };
        responses: {
            /** @description One result per address, with failures */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestEmailsResponse"];
                };
            };
        };
    };
    settleUnknownCampaignEmails: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Settle"];
            };
        };
        responses: {
            /** @description The number of resolved emails; 0 if there were none */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettledResponse"];
                };
            };
        };
    };
    getCampaignStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The campaign with its progress */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignStateResponse"];
                };
            };
        };
    };
    renameCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignTitle"];
            };
        };
        responses: {
            /** @description The renamed campaign */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignWrittenResponse"];
                };
            };
        };
    };
    unarchiveCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The campaign in its new status */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignWrittenResponse"];
                };
            };
        };
    };
    unscheduleCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The campaign in its new status */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignWrittenResponse"];
                };
            };
        };
    };
    listCampaignUnsubscribers: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Page number, from 1 */
                page?: number;
            };
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of opt-outs, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsubscribersResponse"];
                };
            };
        };
    };
    explainCampaignRecipient: {
        parameters: {
            query?: {
                /** @description Address of the contact; either this or `contact_id` */
                email?: string;
                /** @description Id of the contact; either this or `email` */
                contact_id?: number;
            };
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The verdict and the checks that led to it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WhyResponse"];
                };
            };
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Page number, from 1 */
                page?: number;
                /** @description `*` starts at the beginning; pass `next_cursor` of the answer to get the next page */
                cursor?: string;
                /** @description Created at this time or later */
                created_after?: string;
                /** @description Created earlier than this time */
                created_before?: string;
                /** @description Changed at this time or later */
                updated_after?: string;
                /** @description Last changed earlier than this time */
                updated_before?: string;
                /** @description Sort field; `ordered_at` by default */
                sort_by?: "id" | "ordered_at" | "total" | "created_at" | "updated_at";
                /** @description Alias of `sort_by` */
                order_by?: "id" | "ordered_at" | "total" | "created_at" | "updated_at";
                /** @description Sort direction, case-insensitive; `DESC` by default */
                sort_order?: "ASC" | "DESC";
                /** @description Alias of `sort_order` */
                sort_type?: "ASC" | "DESC";
                /** @description Alias of `sort_order` */
                order_type?: "ASC" | "DESC";
                /** @description Only orders with one of these statuses */
                status?: ("pending" | "processing" | "completed" | "cancelled" | "refunded")[];
                /** @description Only orders of this shop */
                provider?: string;
                /** @description Only orders of this contact */
                contact_id?: number;
                /** @description Only orders attributed to this campaign */
                campaign_id?: number;
                /** @description Only orders in this currency */
                currency?: string;
                /** @description Ordered at this time or later */
                from?: string;
                /** @description Ordered until this time; a date includes the whole day */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of orders */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrdersResponse"];
                };
            };
        };
    };
    reportOrder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportOrder"];
            };
        };
        responses: {
            /** @description The stored order with its attribution */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderReportedResponse"];
                };
            };
        };
    };
    reportOrders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportOrders"];
            };
        };
        responses: {
            /** @description The written and the refused orders */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrdersReportedResponse"];
                };
            };
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the order */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order with its refunds and attribution */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneOrderResponse"];
                };
            };
        };
    };
    updateOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the order */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeOrder"];
            };
        };
        responses: {
            /** @description The updated order and its attribution */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderReportedResponse"];
                };
            };
        };
    };
    refundOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the order */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundOrder"];
            };
        };
        responses: {
            /** @description The refund, and the order with its new totals */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundedResponse"];
                };
            };
        };
    };
    listCompanies: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Page number, from 1 */
                page?: number;
                /** @description `*` starts at the beginning; pass `next_cursor` of the answer to get the next page */
                cursor?: string;
                /** @description Created at this time or later */
                created_after?: string;
                /** @description Created earlier than this time */
                created_before?: string;
                /** @description Changed at this time or later */
                updated_after?: string;
                /** @description Last changed earlier than this time */
                updated_before?: string;
                /** @description Sort field; `id` by default */
                sort_by?: "id" | "name" | "contacts_count" | "created_at" | "updated_at";
                /** @description Alias of `sort_by` */
                order_by?: "id" | "name" | "contacts_count" | "created_at" | "updated_at";
                /** @description Sort direction, case-insensitive; `DESC` by default */
                sort_order?: "ASC" | "DESC";
                /** @description Alias of `sort_order` */
                sort_type?: "ASC" | "DESC";
                /** @description Alias of `sort_order` */
                order_type?: "ASC" | "DESC";
                /** @description Words in name, email address, or industry; all must match */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of companies */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompaniesResponse"];
                };
            };
        };
    };
    createCompany: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCompany"];
            };
        };
        responses: {
            /** @description The new company */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompanyWrittenResponse"];
                };
            };
        };
    };
    attachContactsToCompanies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeCompanyMembers"];
            };
        };
        responses: {
            /** @description The companies with their new counts of contacts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscribersAttachedResponse"];
                };
            };
        };
    };
    attachContactsToCompaniesByPost: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeCompanyMembers"];
            };
        };
        responses: {
            /** @description The companies with their new counts of contacts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscribersAttachedResponse"];
                };
            };
        };
    };
    detachContactsFromCompanies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeCompanyMembers"];
            };
        };
        responses: {
            /** @description The companies with their new counts of contacts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscribersDetachedResponse"];
                };
            };
        };
    };
    detachContactsFromCompaniesByPost: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeCompanyMembers"];
            };
        };
        responses: {
            /** @description The companies with their new counts of contacts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscribersDetachedResponse"];
                };
            };
        };
    };
    getCompany: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the company */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The company */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneCompanyResponse"];
                };
            };
        };
    };
    updateCompany: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the company */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCompany"];
            };
        };
        responses: {
            /** @description The updated company */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompanyWrittenResponse"];
                };
            };
        };
    };
    deleteCompany: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the company */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The company is deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompanyRemovedResponse"];
                };
            };
        };
    };
    listCompanyNotes: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Page number, from 1 */
                page?: number;
                /** @description `*` starts at the beginning; pass `next_cursor` of the answer to get the next page */
                cursor?: string;
                /** @description Part of the title */
                search?: string;
            };
            header?: never;
            path: {
                /** @description Id of the company */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of notes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotesResponse"];
                };
            };
        };
    };
    createCompanyNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the company */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WriteNote"];
            };
        };
        responses: {
            /** @description The new note */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteWrittenResponse"];
                };
            };
        };
    };
    updateCompanyNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the company */
                id: number;
                /** @description Id of the note */
                noteId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WriteNote"];
            };
        };
        responses: {
            /** @description The updated note */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteWrittenResponse"];
                };
            };
        };
    };
    deleteCompanyNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the company */
                id: number;
                /** @description Id of the note */
                noteId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The note is deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteRemovedResponse"];
                };
            };
        };
    };
    listCustomFields: {
        parameters: {
            query?: {
                /** @description `field_types` adds the available field types */
                with?: "field_types"[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All custom fields, in order */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomFieldsResponse"];
                };
            };
        };
    };
    replaceCustomFields: {
        parameters: {
            query?: {
                /** @description Allow deleting values of contacts */
                force?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplaceCustomFields"];
            };
        };
        responses: {
            /** @description All custom fields after the change, in order */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomFieldSetSavedResponse"];
                };
            };
        };
    };
    createCustomField: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCustomField"];
            };
        };
        responses: {
            /** @description The new custom field */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomFieldSavedResponse"];
                };
            };
        };
    };
    updateCustomField: {
        parameters: {
            query?: {
                /** @description Allow deleting values of contacts */
                force?: boolean;
            };
            header?: never;
            path: {
                /** @description Slug of the field */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCustomField"];
            };
        };
        responses: {
            /** @description The updated custom field */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomFieldSavedResponse"];
                };
            };
        };
    };
    deleteCustomField: {
        parameters: {
            query?: {
                /** @description Allow deleting values of contacts */
                force?: boolean;
            };
            header?: never;
            path: {
                /** @description Slug of the field */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The custom field and its values are deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomFieldRemovedResponse"];
                };
            };
        };
    };
    listEmails: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Page number, from 1 */
                page?: number;
                /** @description `*` starts at the beginning; pass `next_cursor` of the answer to get the next page */
                cursor?: string;
                /** @description Of the email to at least one recipient */
                status?: "pending" | "processing" | "sent" | "failed" | "bounced" | "complained" | "skipped" | "unknown" | "cancelled";
                /** @description Also cc and bcc */
                to?: string;
                /** @description The template of the emails */
                template_id?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of single emails */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SingleEmailsResponse"];
                };
            };
        };
    };
    submitEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubmitEmail"];
            };
        };
        responses: {
            /** @description The queued email */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmittedEmailResponse"];
                };
            };
        };
    };
    submitEmails: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubmitEmails"];
            };
        };
        responses: {
            /** @description The queued emails in the order of the request */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmittedEmailsResponse"];
                };
            };
        };
    };
    getEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the email */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The email */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneSingleEmailResponse"];
                };
            };
        };
    };
    cancelEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the email */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The email is not sent */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelledEmailResponse"];
                };
            };
        };
    };
    getEmailContent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the email */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The content */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SingleEmailContentResponse"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Event types to return: names, families such as `contact.*`, or `*` (default). Names: contact.created, contact.updated, contact.deleted, contact.status_changed, contact.tag_added, contact.tag_removed, contact.list_added, contact.list_removed, email.sent, email.opened, email.clicked, email.bounced, email.spam_complaint, email.unsubscribed, campaign.created, campaign.sent, campaign.paused, campaign.resumed, funnel.subscriber_added, funnel.subscriber_completed, funnel.subscriber_exited, funnel.sequence_completed, commerce.order_created, commerce.order_completed, commerce.order_refunded, commerce.revenue_recorded, sender.destination_changed, email.replied, segment.entered, segment.left */
                types?: string[];
                /** @description `next_cursor` of a page, `oldest` (default), or `latest` */
                after?: string;
                /** @description Maximum number of events per page */
                per_page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events, and the cursor to continue from */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventListResponse"];
                };
            };
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description Event types to return: names, families such as `contact.*`, or `*` (default). Names: contact.created, contact.updated, contact.deleted, contact.status_changed, contact.tag_added, contact.tag_removed, contact.list_added, contact.list_removed, email.sent, email.opened, email.clicked, email.bounced, email.spam_complaint, email.unsubscribed, campaign.created, campaign.sent, campaign.paused, campaign.resumed, funnel.subscriber_added, funnel.subscriber_completed, funnel.subscriber_exited, funnel.sequence_completed, commerce.order_created, commerce.order_completed, commerce.order_refunded, commerce.revenue_recorded, sender.destination_changed, email.replied, segment.entered, segment.left */
                types?: string[];
                /** @description Where to start: a cursor, `oldest`, or `latest` (default). `Last-Event-ID` overrides it */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An event stream that stays open until either side closes it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    reportReturnedMail: {
        parameters: {
            query?: {
                /** @description The address that received the message (envelope recipient), if the message itself does not contain it */
                recipient?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A JSON object, or the raw message in the other content types */
        requestBody: {
            content: {
                "application/json": components["schemas"]["FeedbackMessage"] | string;
                "message/rfc822": components["schemas"]["FeedbackMessage"] | string;
                "application/octet-stream": components["schemas"]["FeedbackMessage"] | string;
                "text/plain": components["schemas"]["FeedbackMessage"] | string;
            };
        };
        responses: {
            /** @description The kind of the message, and its effect */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeedbackMessageResponse"];
                };
            };
        };
    };
    listFeedbackProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook URL of each provider */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeedbackProvidersResponse"];
                };
            };
        };
    };
    listForms: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Page number, from 1 */
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of forms */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormsResponse"];
                };
            };
        };
    };
    createForm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateForm"];
            };
        };
        responses: {
            /** @description The new form */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormWrittenResponse"];
                };
            };
        };
    };
    getForm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the form */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The form */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneFormResponse"];
                };
            };
        };
    };
    updateForm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the form */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateForm"];
            };
        };
        responses: {
            /** @description The updated form */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormWrittenResponse"];
                };
            };
        };
    };
    deleteForm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the form */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The form is deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormRemovedResponse"];
                };
            };
        };
    };
    getFormEmbed: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the form */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The HTML */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormEmbedResponse"];
                };
            };
        };
    };
    listFunnels: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Page number, from 1 */
                page?: number;
                /** @description Part of the title */
                search?: string;
                /** @description Any of these statuses */
                status?: ("draft" | "published" | "paused")[];
                /** @description Additional members of each funnel */
                with?: ("subscribers_count" | "sequences")[];
                /** @description Created at this time or later */
                created_after?: string;
                /** @description Created earlier than this time */
                created_before?: string;
                /** @description Changed at this time or later */
                updated_after?: string;
                /** @description Last changed earlier than this time */
                updated_before?: string;
                /** @description Sort field; `id` by default */
                sort_by?: "id" | "title" | "trigger_name" | "status" | "created_at" | "updated_at";
                /** @description Alias of `sort_by` */
                order_by?: "id" | "title" | "trigger_name" | "status" | "created_at" | "updated_at";
                /** @description Sort direction, case-insensitive; `DESC` by default */
                sort_order?: "ASC" | "DESC";
                /** @description Alias of `sort_order` */
                sort_type?: "ASC" | "DESC";
                /** @description Alias of `sort_order` */
                order_type?: "ASC" | "DESC";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of funnels */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunnelsResponse"];
                };
            };
        };
    };
    createFunnel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateFunnel"];
            };
        };
        responses: {
            /** @description The new draft */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunnelWrittenResponse"];
                };
            };
        };
    };
    listFunnelActions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The actions of steps */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionsResponse"];
                };
            };
        };
    };
    listFunnelTriggers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The triggers of funnels */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TriggersResponse"];
                };
            };
        };
    };
    getFunnel: {
        parameters: {
            query?: {
                /** @description Additional members of the funnel */
                with?: ("subscribers_count" | "sequences")[];
            };
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The funnel */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneFunnelResponse"];
                };
            };
        };
    };
    updateFunnel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateFunnel"];
            };
        };
        responses: {
            /** @description The updated funnel */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunnelWrittenResponse"];
                };
            };
        };
    };
    deleteFunnel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The funnel is deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunnelRemovedResponse"];
                };
            };
        };
    };
    getFunnelConversionRates: {
        parameters: {
            query?: {
                /** @description A range of days that ends today and includes it; `yesterday` and `custom` end on another day */
                date_range?: "today" | "yesterday" | "7_days" | "30_days" | "90_days" | "12_months" | "custom";
                /** @description First local day; required with `custom` */
                start_date?: string;
                /** @description Last local day (inclusive); required with `custom` */
                end_date?: string;
                /** @description Include opens and clicks by scanners and prefetchers */
                include_machine?: boolean;
                /** @description Currency of the report (ISO 4217). Default: `REPORT_CURRENCY`, or else the currency with the most orders */
                currency?: string;
            };
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures; `meta.as_of` is the time up to which they are complete */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunnelConversionResponse"];
                };
            };
        };
    };
    duplicateFunnel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new draft */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunnelWrittenResponse"];
                };
            };
        };
    };
    getFunnelFigures: {
        parameters: {
            query?: {
                /** @description Include opens and clicks by scanners and prefetchers */
                include_machine?: boolean;
                /** @description Currency of the report (ISO 4217). Default: `REPORT_CURRENCY`, or else the currency with the most orders */
                currency?: string;
            };
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures; `meta.as_of` is the time up to which they are complete */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunnelReportResponse"];
                };
            };
        };
    };
    listFunnelSequences: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The steps of the current version, as a tree */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SequencesResponse"];
                };
            };
        };
    };
    saveFunnelSequences: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveSequences"];
            };
        };
        responses: {
            /** @description The funnel with its current version */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunnelWrittenResponse"];
                };
            };
        };
    };
    getFunnelSequence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
                /** @description Id of the step */
                sequenceId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The step and its results */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SequenceInsightResponse"];
                };
            };
        };
    };
    lintFunnelSequence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
                /** @description Id of the step */
                sequenceId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The problems; an empty list if there are none */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignLintResponse"];
                };
            };
        };
    };
    sendFunnelSequenceTestEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
                /** @description Id of the step */
                sequenceId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendStepTestEmail"];
            };
        };
        responses: {
            /** @description One result per address, with failures */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestEmailsResponse"];
                };
            };
        };
    };
    simulateFunnel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SimulateFunnel"];
            };
        };
        responses: {
            /** @description What the funnel would do with each contact */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimulationResponse"];
                };
            };
        };
    };
    setFunnelStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FunnelStatus"];
            };
        };
        responses: {
            /** @description The funnel with its new status */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunnelWrittenResponse"];
                };
            };
        };
    };
    listFunnelContacts: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Page number, from 1 */
                page?: number;
                /** @description `*` starts at the beginning; pass `next_cursor` of the answer to get the next page */
                cursor?: string;
                /** @description `cancelled`: left before the end */
                status?: "active" | "completed" | "cancelled";
            };
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of enrollments, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnrollmentsResponse"];
                };
            };
        };
    };
    addContactsToFunnel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddEnrollments"];
            };
        };
        responses: {
            /** @description The number of enrolled contacts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnrollmentsAddedResponse"];
                };
            };
        };
    };
    removeContactFromFunnel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
                /** @description Id of the contact */
                subscriberId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contact has left the funnel */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnrollmentRemovedResponse"];
                };
            };
        };
    };
    traceContactInFunnel: {
        parameters: {
            query?: {
                /** @description The id of an earlier enrollment; defaults to the latest one */
                entry_id?: number;
            };
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
                /** @description Id of the contact */
                subscriberId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The enrollment and its steps */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnrollmentTraceResponse"];
                };
            };
        };
    };
    listFunnelVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The versions, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionsResponse"];
                };
            };
        };
    };
    getFunnelVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
                /** @description Number of the version, counted from 1 */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version with its steps */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneVersionResponse"];
                };
            };
        };
    };
    restoreFunnelVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
                /** @description Number of the version, counted from 1 */
                version: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RestoreVersion"];
            };
        };
        responses: {
            /** @description The funnel with its current version */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunnelWrittenResponse"];
                };
            };
        };
    };
    listImports: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Page number, from 1 */
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of imports, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportsResponse"];
                };
            };
        };
    };
    createImport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["ImportFile"];
                "application/json": components["schemas"]["ImportRows"];
            };
        };
        responses: {
            /** @description The queued import */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedImportResponse"];
                };
            };
        };
    };
    getImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the import */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneImportResponse"];
                };
            };
        };
    };
    cancelImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the import */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import; it stops after the current batch */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneImportResponse"];
                };
            };
        };
    };
    watchImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the import */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events: `progress` on each change, at most twice per second, and `end` when the job has ended. `data` is the job */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    downloadRejectedRows: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the import */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rejected rows with their original cells, row number, and reason */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    listImportRows: {
        parameters: {
            query?: {
                /** @description Only rows with this outcome; all rows by default */
                outcome?: "created" | "updated" | "skipped" | "invalid" | "kept_status" | "undone" | "conflict";
                /** @description Rows per page */
                per_page?: number;
                /** @description `*` or empty starts at the first row; pass `next_cursor` to get the next page */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Id of the import */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of rows, in file order */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobRowsResponse"];
                };
            };
        };
    };
    undoImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the import */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import; the undo runs in the background */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneImportResponse"];
                };
            };
        };
    };
    listLists: {
        parameters: {
            query?: {
                /** @description Part of the title, slug, or description */
                search?: string;
                /** @description Omit totalCount and subscribersCount */
                exclude_counts?: boolean;
                /** @description Sort field; `id` by default */
                sort_by?: "id" | "title" | "subscribers";
                /** @description Alias of `sort_by` */
                order_by?: "id" | "title" | "subscribers";
                /** @description Sort direction, case-insensitive; `DESC` by default */
                sort_order?: "ASC" | "DESC";
                /** @description Alias of `sort_order` */
                sort_type?: "ASC" | "DESC";
                /** @description Alias of `sort_order` */
                order_type?: "ASC" | "DESC";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All matching lists */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListsResponse"];
                };
            };
        };
    };
    createList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateList"];
            };
        };
        responses: {
            /** @description The new list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListCreatedResponse"];
                };
            };
        };
    };
    getList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the list */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListResponse"];
                };
            };
        };
    };
    updateList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the list */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateList"];
            };
        };
        responses: {
            /** @description The id of the updated list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListUpdatedResponse"];
                };
            };
        };
    };
    deleteList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the list */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list is deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListRemovedResponse"];
                };
            };
        };
    };
    listAbTestReports: {
        parameters: {
            query?: {
                /** @description A range of days that ends today and includes it; `yesterday` and `custom` end on another day */
                date_range?: "today" | "yesterday" | "7_days" | "30_days" | "90_days" | "12_months" | "custom";
                /** @description First local day; required with `custom` */
                start_date?: string;
                /** @description Last local day (inclusive); required with `custom` */
                end_date?: string;
                /** @description The comparison period for growth; with `none`, growth is 0 */
                compare_with?: "previous_period" | "previous_year" | "none";
                /** @description Only contacts who are in any of these lists now */
                lists?: number[];
                /** @description Only contacts who have any of these tags now */
                tags?: number[];
                /** @description Include opens and clicks by scanners and prefetchers */
                include_machine?: boolean;
                /** @description Tests per page */
                per_page?: number;
                /** @description Page number */
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures; `meta.as_of` is the time up to which they are complete */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AbTestingResponse"];
                };
            };
        };
    };
    getBounceReport: {
        parameters: {
            query?: {
                /** @description A range of days that ends today and includes it; `yesterday` and `custom` end on another day */
                date_range?: "today" | "yesterday" | "7_days" | "30_days" | "90_days" | "12_months" | "custom";
                /** @description First local day; required with `custom` */
                start_date?: string;
                /** @description Last local day (inclusive); required with `custom` */
                end_date?: string;
                /** @description The comparison period for growth; with `none`, growth is 0 */
                compare_with?: "previous_period" | "previous_year" | "none";
                /** @description Only contacts who are in any of these lists now */
                lists?: number[];
                /** @description Only contacts who have any of these tags now */
                tags?: number[];
                /** @description Include opens and clicks by scanners and prefetchers */
                include_machine?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures; `meta.as_of` is the time up to which they are complete */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BouncesResponse"];
                };
            };
        };
    };
    listCampaignReports: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Page number, from 1 */
                page?: number;
                /** @description `*` starts at the beginning; pass `next_cursor` of the answer to get the next page */
                cursor?: string;
                /** @description A range of days that ends today and includes it; `yesterday` and `custom` end on another day */
                date_range?: "today" | "yesterday" | "7_days" | "30_days" | "90_days" | "12_months" | "custom";
                /** @description First local day; required with `custom` */
                start_date?: string;
                /** @description Last local day (inclusive); required with `custom` */
                end_date?: string;
                /** @description Include opens and clicks by scanners and prefetchers */
                include_machine?: boolean;
                /** @description Currency of the report (ISO 4217). Default: `REPORT_CURRENCY`, or else the currency with the most orders */
                currency?: string;
                /** @description Refused (400): figures of campaigns are not stored by contact */
                lists?: number[];
                /** @description Refused (400): figures of campaigns are not stored by contact */
                tags?: number[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures; `meta.as_of` is the time up to which they are complete */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignReportsResponse"];
                };
            };
        };
    };
    getCampaignReport: {
        parameters: {
            query?: {
                /** @description A range of days that ends today and includes it; `yesterday` and `custom` end on another day */
                date_range?: "today" | "yesterday" | "7_days" | "30_days" | "90_days" | "12_months" | "custom";
                /** @description First local day; required with `custom` */
                start_date?: string;
                /** @description Last local day (inclusive); required with `custom` */
                end_date?: string;
                /** @description Include opens and clicks by scanners and prefetchers */
                include_machine?: boolean;
                /** @description Currency of the report (ISO 4217). Default: `REPORT_CURRENCY`, or else the currency with the most orders */
                currency?: string;
                /** @description Refused (400): figures of campaigns are not stored by contact */
                lists?: number[];
                /** @description Refused (400): figures of campaigns are not stored by contact */
                tags?: number[];
            };
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures; `meta.as_of` is the time up to which they are complete */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignReportResponse"];
                };
            };
        };
    };
    getCampaignEmailStats: {
        parameters: {
            query?: {
                /** @description Include opens and clicks by scanners and prefetchers */
                include_machine?: boolean;
                /** @description Currency of the report (ISO 4217). Default: `REPORT_CURRENCY`, or else the currency with the most orders */
                currency?: string;
            };
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures; `meta.as_of` is the time up to which they are complete */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailStatsResponse"];
                };
            };
        };
    };
    exportCampaign: {
        parameters: {
            query?: {
                /** @description File format */
                format?: "csv" | "xlsx" | "json";
                /** @description Tables to include: figures (`basic`, the default), emails, opens and clicks, orders. Each is a sheet in xlsx, a member in json, a section in csv */
                include?: ("basic" | "subscribers" | "activities" | "revenue")[];
                /** @description Include opens and clicks by scanners and prefetchers */
                include_machine?: boolean;
                /** @description Currency of the report (ISO 4217). Default: `REPORT_CURRENCY`, or else the currency with the most orders */
                currency?: string;
            };
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file is streamed. If the connection ends early, the file is incomplete. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    getLiveCampaignReport: {
        parameters: {
            query?: {
                /** @description Include opens and clicks by scanners and prefetchers */
                include_machine?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the campaign */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures; `meta.as_of` is the time up to which they are complete */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveCampaignResponse"];
                };
            };
        };
    };
    getEngagementScores: {
        parameters: {
            query?: {
                /** @description A range of days that ends today and includes it; `yesterday` and `custom` end on another day */
                date_range?: "today" | "yesterday" | "7_days" | "30_days" | "90_days" | "12_months" | "custom";
                /** @description First local day; required with `custom` */
                start_date?: string;
                /** @description Last local day (inclusive); required with `custom` */
                end_date?: string;
                /** @description The comparison period for growth; with `none`, growth is 0 */
                compare_with?: "previous_period" | "previous_year" | "none";
                /** @description Only contacts who are in any of these lists now */
                lists?: number[];
                /** @description Only contacts who have any of these tags now */
                tags?: number[];
                /** @description Include opens and clicks by scanners and prefetchers */
                include_machine?: boolean;
                /** @description Currency of the report (ISO 4217). Default: `REPORT_CURRENCY`, or else the currency with the most orders */
                currency?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures; `meta.as_of` is the time up to which they are complete */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EngagementScoresResponse"];
                };
            };
        };
    };
    listFunnelReports: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Page number, from 1 */
                page?: number;
                /** @description `*` starts at the beginning; pass `next_cursor` of the answer to get the next page */
                cursor?: string;
                /** @description Include opens and clicks by scanners and prefetchers */
                include_machine?: boolean;
                /** @description Currency of the report (ISO 4217). Default: `REPORT_CURRENCY`, or else the currency with the most orders */
                currency?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures; `meta.as_of` is the time up to which they are complete */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunnelReportsResponse"];
                };
            };
        };
    };
    getFunnelReport: {
        parameters: {
            query?: {
                /** @description Include opens and clicks by scanners and prefetchers */
                include_machine?: boolean;
                /** @description Currency of the report (ISO 4217). Default: `REPORT_CURRENCY`, or else the currency with the most orders */
                currency?: string;
            };
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures; `meta.as_of` is the time up to which they are complete */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunnelReportResponse"];
                };
            };
        };
    };
    getFunnelConversionReport: {
        parameters: {
            query?: {
                /** @description A range of days that ends today and includes it; `yesterday` and `custom` end on another day */
                date_range?: "today" | "yesterday" | "7_days" | "30_days" | "90_days" | "12_months" | "custom";
                /** @description First local day; required with `custom` */
                start_date?: string;
                /** @description Last local day (inclusive); required with `custom` */
                end_date?: string;
                /** @description Include opens and clicks by scanners and prefetchers */
                include_machine?: boolean;
                /** @description Currency of the report (ISO 4217). Default: `REPORT_CURRENCY`, or else the currency with the most orders */
                currency?: string;
            };
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures; `meta.as_of` is the time up to which they are complete */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunnelConversionResponse"];
                };
            };
        };
    };
    getLiveFunnelReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the funnel */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures; `meta.as_of` is the time up to which they are complete */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveFunnelResponse"];
                };
            };
        };
    };
    listListReports: {
        parameters: {
            query?: {
                /** @description A range of days that ends today and includes it; `yesterday` and `custom` end on another day */
                date_range?: "today" | "yesterday" | "7_days" | "30_days" | "90_days" | "12_months" | "custom";
                /** @description First local day; required with `custom` */
                start_date?: string;
                /** @description Last local day (inclusive); required with `custom` */
                end_date?: string;
                /** @description The comparison period for growth; with `none`, growth is 0 */
                compare_with?: "previous_period" | "previous_year" | "none";
                /** @description Only contacts who are in any of these lists now */
                lists?: number[];
                /** @description Only contacts who have any of these tags now */
                tags?: number[];
                /** @description Include opens and clicks by scanners and prefetchers */
                include_machine?: boolean;
                /** @description Currency of the report (ISO 4217). Default: `REPORT_CURRENCY`, or else the currency with the most orders */
                currency?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures; `meta.as_of` is the time up to which they are complete */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListReportsResponse"];
                };
            };
        };
    };
    getListReport: {
        parameters: {
            query?: {
                /** @description A range of days that ends today and includes it; `yesterday` and `custom` end on another day */
                date_range?: "today" | "yesterday" | "7_days" | "30_days" | "90_days" | "12_months" | "custom";
                /** @description First local day; required with `custom` */
                start_date?: string;
                /** @description Last local day (inclusive); required with `custom` */
                end_date?: string;
                /** @description The comparison period for growth; with `none`, growth is 0 */
                compare_with?: "previous_period" | "previous_year" | "none";
                /** @description Only contacts who are in any of these lists now */
                lists?: number[];
                /** @description Only contacts who have any of these tags now */
                tags?: number[];
                /** @description Include opens and clicks by scanners and prefetchers */
                include_machine?: boolean;
                /** @description Currency of the report (ISO 4217). Default: `REPORT_CURRENCY`, or else the currency with the most orders */
                currency?: string;
            };
            header?: never;
            path: {
                /** @description Id of the list */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures; `meta.as_of` is the time up to which they are complete */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneLabelReportResponse"];
                };
            };
        };
    };
    getReportOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The filter values, and the manager of the credentials */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportOptionsResponse"];
                };
            };
        };
    };
    getOverviewReport: {
        parameters: {
            query?: {
                /** @description A range of days that ends today and includes it; `yesterday` and `custom` end on another day */
                date_range?: "today" | "yesterday" | "7_days" | "30_days" | "90_days" | "12_months" | "custom";
                /** @description First local day; required with `custom` */
                start_date?: string;
                /** @description Last local day (inclusive); required with `custom` */
                end_date?: string;
                /** @description The comparison period for growth; with `none`, growth is 0 */
                compare_with?: "previous_period" | "previous_year" | "none";
                /** @description Only contacts who are in any of these lists now */
                lists?: number[];
                /** @description Only contacts who have any of these tags now */
                tags?: number[];
                /** @description Include opens and clicks by scanners and prefetchers */
                include_machine?: boolean;
                /** @description Currency of the report (ISO 4217). Default: `REPORT_CURRENCY`, or else the currency with the most orders */
                currency?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures; `meta.as_of` is the time up to which they are complete */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OverviewResponse"];
                };
            };
        };
    };
    getRevenueReport: {
        parameters: {
            query?: {
                /** @description A range of days that ends today and includes it; `yesterday` and `custom` end on another day */
                date_range?: "today" | "yesterday" | "7_days" | "30_days" | "90_days" | "12_months" | "custom";
                /** @description First local day; required with `custom` */
                start_date?: string;
                /** @description Last local day (inclusive); required with `custom` */
                end_date?: string;
                /** @description The comparison period for growth; with `none`, growth is 0 */
                compare_with?: "previous_period" | "previous_year" | "none";
                /** @description Only contacts who are in any of these lists now */
                lists?: number[];
                /** @description Only contacts who have any of these tags now */
                tags?: number[];
                /** @description Include opens and clicks by scanners and prefetchers */
                include_machine?: boolean;
                /** @description Currency of the report (ISO 4217). Default: `REPORT_CURRENCY`, or else the currency with the most orders */
                currency?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures; `meta.as_of` is the time up to which they are complete */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevenueResponse"];
                };
            };
        };
    };
    getRevenueByCampaign: {
        parameters: {
            query?: {
                /** @description A range of days that ends today and includes it; `yesterday` and `custom` end on another day */
                date_range?: "today" | "yesterday" | "7_days" | "30_days" | "90_days" | "12_months" | "custom";
                /** @description First local day; required with `custom` */
                start_date?: string;
                /** @description Last local day (inclusive); required with `custom` */
                end_date?: string;
                /** @description The comparison period for growth; with `none`, growth is 0 */
                compare_with?: "previous_period" | "previous_year" | "none";
                /** @description Only contacts who are in any of these lists now */
                lists?: number[];
                /** @description Only contacts who have any of these tags now */
                tags?: number[];
                /** @description Include opens and clicks by scanners and prefetchers */
                include_machine?: boolean;
                /** @description Currency of the report (ISO 4217). Default: `REPORT_CURRENCY`, or else the currency with the most orders */
                currency?: string;
                /** @description Rows per page */
                per_page?: number;
                /** @description Page number */
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures; `meta.as_of` is the time up to which they are complete */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevenueOfCampaignsResponse"];
                };
            };
        };
    };
    getRevenueByContact: {
        parameters: {
            query?: {
                /** @description A range of days that ends today and includes it; `yesterday` and `custom` end on another day */
                date_range?: "today" | "yesterday" | "7_days" | "30_days" | "90_days" | "12_months" | "custom";
                /** @description First local day; required with `custom` */
                start_date?: string;
                /** @description Last local day (inclusive); required with `custom` */
                end_date?: string;
                /** @description The comparison period for growth; with `none`, growth is 0 */
                compare_with?: "previous_period" | "previous_year" | "none";
                /** @description Only contacts who are in any of these lists now */
                lists?: number[];
                /** @description Only contacts who have any of these tags now */
                tags?: number[];
                /** @description Include opens and clicks by scanners and prefetchers */
                include_machine?: boolean;
                /** @description Currency of the report (ISO 4217). Default: `REPORT_CURRENCY`, or else the currency with the most orders */
                currency?: string;
                /** @description Rows per page */
                per_page?: number;
                /** @description Page number */
                page?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures; `meta.as_of` is the time up to which they are complete */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevenueOfContactsResponse"];
                };
            };
        };
    };
    listScheduledReports: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All scheduled reports */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduledReportsResponse"];
                };
            };
        };
    };
    createScheduledReport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateScheduledReport"];
            };
        };
        responses: {
            /** @description The new scheduled report */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduledReportSavedResponse"];
                };
            };
        };
    };
    getScheduledReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the scheduled report */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The scheduled report and its latest runs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneScheduledReportResponse"];
                };
            };
        };
    };
    updateScheduledReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the scheduled report */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateScheduledReport"];
            };
        };
        responses: {
            /** @description The updated scheduled report */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduledReportSavedResponse"];
                };
            };
        };
    };
    deleteScheduledReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the scheduled report */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The scheduled report is deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduledReportRemovedResponse"];
                };
            };
        };
    };
    runScheduledReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the scheduled report */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run that was queued */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduledReportStartedResponse"];
                };
            };
        };
    };
    getSegmentationAnalysis: {
        parameters: {
            query?: {
                /** @description A range of days that ends today and includes it; `yesterday` and `custom` end on another day */
                date_range?: "today" | "yesterday" | "7_days" | "30_days" | "90_days" | "12_months" | "custom";
                /** @description First local day; required with `custom` */
                start_date?: string;
                /** @description Last local day (inclusive); required with `custom` */
                end_date?: string;
                /** @description The comparison period for growth; with `none`, growth is 0 */
                compare_with?: "previous_period" | "previous_year" | "none";
                /** @description Only contacts who are in any of these lists now */
                lists?: number[];
                /** @description Only contacts who have any of these tags now */
                tags?: number[];
                /** @description Include opens and clicks by scanners and prefetchers */
                include_machine?: boolean;
                /** @description The dimension to group contacts by */
                dimension?: "list" | "tag" | "segment" | "country" | "contact_type" | "domain" | "engagement";
                /** @description Maximum number of groups, largest first. For `segment`, at most the 20 oldest segments; `engagement` always has six groups */
                limit?: number;
                /** @description Currency of the report (ISO 4217). Default: `REPORT_CURRENCY`, or else the currency with the most orders */
                currency?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures; `meta.as_of` is the time up to which they are complete */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SegmentationResponse"];
                };
            };
        };
    };
    getSpamComplaintReport: {
        parameters: {
            query?: {
                /** @description A range of days that ends today and includes it; `yesterday` and `custom` end on another day */
                date_range?: "today" | "yesterday" | "7_days" | "30_days" | "90_days" | "12_months" | "custom";
                /** @description First local day; required with `custom` */
                start_date?: string;
                /** @description Last local day (inclusive); required with `custom` */
                end_date?: string;
                /** @description The comparison period for growth; with `none`, growth is 0 */
                compare_with?: "previous_period" | "previous_year" | "none";
                /** @description Only contacts who are in any of these lists now */
                lists?: number[];
                /** @description Only contacts who have any of these tags now */
                tags?: number[];
                /** @description Include opens and clicks by scanners and prefetchers */
                include_machine?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures; `meta.as_of` is the time up to which they are complete */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpamComplaintsResponse"];
                };
            };
        };
    };
    getActivityReport: {
        parameters: {
            query?: {
                /** @description A range of days that ends today and includes it; `yesterday` and `custom` end on another day */
                date_range?: "today" | "yesterday" | "7_days" | "30_days" | "90_days" | "12_months" | "custom";
                /** @description First local day; required with `custom` */
                start_date?: string;
                /** @description Last local day (inclusive); required with `custom` */
                end_date?: string;
                /** @description The comparison period for growth; with `none`, growth is 0 */
                compare_with?: "previous_period" | "previous_year" | "none";
                /** @description Only contacts who are in any of these lists now */
                lists?: number[];
                /** @description Only contacts who have any of these tags now */
                tags?: number[];
                /** @description Include opens and clicks by scanners and prefetchers */
                include_machine?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures; `meta.as_of` is the time up to which they are complete */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityResponse"];
                };
            };
        };
    };
    getGrowthReport: {
        parameters: {
            query?: {
                /** @description A range of days that ends today and includes it; `yesterday` and `custom` end on another day */
                date_range?: "today" | "yesterday" | "7_days" | "30_days" | "90_days" | "12_months" | "custom";
                /** @description First local day; required with `custom` */
                start_date?: string;
                /** @description Last local day (inclusive); required with `custom` */
                end_date?: string;
                /** @description The comparison period for growth; with `none`, growth is 0 */
                compare_with?: "previous_period" | "previous_year" | "none";
                /** @description Only contacts who are in any of these lists now */
                lists?: number[];
                /** @description Only contacts who have any of these tags now */
                tags?: number[];
                /** @description Include opens and clicks by scanners and prefetchers */
                include_machine?: boolean;
                /** @description Interval of the timeline. `hour` allows at most 90 days; weeks start on Monday */
                group_by?: "hour" | "day" | "week" | "month";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures; `meta.as_of` is the time up to which they are complete */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GrowthResponse"];
                };
            };
        };
    };
    exportContacts: {
        parameters: {
            query?: {
                /** @description File format */
                format?: "csv" | "xlsx" | "json" | "ndjson";
                /** @description Words in address or names; all must match */
                search?: string;
                /** @description Contacts with any of these tags, by id, slug, or title */
                tags?: (number | string)[];
                /** @description Contacts in any of these lists, by id, slug, or title */
                lists?: (number | string)[];
                /** @description Contacts of any of these companies */
                company_ids?: number[];
                /** @description Contacts with any of these statuses */
                statuses?: ("subscribed" | "unsubscribed" | "pending" | "bounced" | "complained")[];
                /** @description Contacts with any of these tracking consents */
                tracking_consent?: ("unknown" | "granted" | "denied")[];
                /** @description Contacts in this segment */
                segment_id?: number;
                /** @description Contacts that match this rule of the filter language, as JSON */
                filters?: string;
                /** @description Include custom fields as columns; ignored with `columns` */
                custom_fields?: boolean;
                /** @description Columns in this order; custom fields by slug. Default: all columns */
                columns?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file is streamed. If the connection ends early, the file is incomplete. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    "application/json": {
                        [key: string]: unknown;
                    };
                    "application/x-ndjson": string;
                };
            };
        };
    };
    listTagReports: {
        parameters: {
            query?: {
                /** @description A range of days that ends today and includes it; `yesterday` and `custom` end on another day */
                date_range?: "today" | "yesterday" | "7_days" | "30_days" | "90_days" | "12_months" | "custom";
                /** @description First local day; required with `custom` */
                start_date?: string;
                /** @description Last local day (inclusive); required with `custom` */
                end_date?: string;
                /** @description The comparison period for growth; with `none`, growth is 0 */
                compare_with?: "previous_period" | "previous_year" | "none";
                /** @description Only contacts who are in any of these lists now */
                lists?: number[];
                /** @description Only contacts who have any of these tags now */
                tags?: number[];
                /** @description Include opens and clicks by scanners and prefetchers */
                include_machine?: boolean;
                /** @description Currency of the report (ISO 4217). Default: `REPORT_CURRENCY`, or else the currency with the most orders */
                currency?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures; `meta.as_of` is the time up to which they are complete */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagReportsResponse"];
                };
            };
        };
    };
    getTagReport: {
        parameters: {
            query?: {
                /** @description A range of days that ends today and includes it; `yesterday` and `custom` end on another day */
                date_range?: "today" | "yesterday" | "7_days" | "30_days" | "90_days" | "12_months" | "custom";
                /** @description First local day; required with `custom` */
                start_date?: string;
                /** @description Last local day (inclusive); required with `custom` */
                end_date?: string;
                /** @description The comparison period for growth; with `none`, growth is 0 */
                compare_with?: "previous_period" | "previous_year" | "none";
                /** @description Only contacts who are in any of these lists now */
                lists?: number[];
                /** @description Only contacts who have any of these tags now */
                tags?: number[];
                /** @description Include opens and clicks by scanners and prefetchers */
                include_machine?: boolean;
                /** @description Currency of the report (ISO 4217). Default: `REPORT_CURRENCY`, or else the currency with the most orders */
                currency?: string;
            };
            header?: never;
            path: {
                /** @description Id of the tag */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures; `meta.as_of` is the time up to which they are complete */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneLabelReportResponse"];
                };
            };
        };
    };
    getTopContacts: {
        parameters: {
            query?: {
                /** @description A range of days that ends today and includes it; `yesterday` and `custom` end on another day */
                date_range?: "today" | "yesterday" | "7_days" | "30_days" | "90_days" | "12_months" | "custom";
                /** @description First local day; required with `custom` */
                start_date?: string;
                /** @description Last local day (inclusive); required with `custom` */
                end_date?: string;
                /** @description The comparison period for growth; with `none`, growth is 0 */
                compare_with?: "previous_period" | "previous_year" | "none";
                /** @description Only contacts who are in any of these lists now */
                lists?: number[];
                /** @description Only contacts who have any of these tags now */
                tags?: number[];
                /** @description Include opens and clicks by scanners and prefetchers */
                include_machine?: boolean;
                /** @description The metric to rank by */
                metric?: "engagement" | "revenue" | "activity";
                /** @description Maximum number of contacts */
                limit?: number;
                /** @description Currency of the report (ISO 4217). Default: `REPORT_CURRENCY`, or else the currency with the most orders */
                currency?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures; `meta.as_of` is the time up to which they are complete */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TopSubscribersResponse"];
                };
            };
        };
    };
    getUnsubscribeReport: {
        parameters: {
            query?: {
                /** @description A range of days that ends today and includes it; `yesterday` and `custom` end on another day */
                date_range?: "today" | "yesterday" | "7_days" | "30_days" | "90_days" | "12_months" | "custom";
                /** @description First local day; required with `custom` */
                start_date?: string;
                /** @description Last local day (inclusive); required with `custom` */
                end_date?: string;
                /** @description The comparison period for growth; with `none`, growth is 0 */
                compare_with?: "previous_period" | "previous_year" | "none";
                /** @description Only contacts who are in any of these lists now */
                lists?: number[];
                /** @description Only contacts who have any of these tags now */
                tags?: number[];
                /** @description Include opens and clicks by scanners and prefetchers */
                include_machine?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures; `meta.as_of` is the time up to which they are complete */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsubscribesResponse"];
                };
            };
        };
    };
    listSegments: {
        parameters: {
            query?: {
                /** @description Part of the title, slug, or description */
                search?: string;
                /** @description Sort field; `id` by default */
                sort_by?: "id" | "title";
                /** @description Alias of `sort_by` */
                order_by?: "id" | "title";
                /** @description Sort direction, case-insensitive; `DESC` by default */
                sort_order?: "ASC" | "DESC";
                /** @description Alias of `sort_order` */
                sort_type?: "ASC" | "DESC";
                /** @description Alias of `sort_order` */
                order_type?: "ASC" | "DESC";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All matching segments */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SegmentsResponse"];
                };
            };
        };
    };
    createSegment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSegment"];
            };
        };
        responses: {
            /** @description The new segment */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SegmentSavedResponse"];
                };
            };
        };
    };
    getSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the segment */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The segment */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneSegmentResponse"];
                };
            };
        };
    };
    updateSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the segment */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSegment"];
            };
        };
        responses: {
            /** @description The updated segment */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SegmentSavedResponse"];
                };
            };
        };
    };
    deleteSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the segment */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The segment is deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SegmentRemovedResponse"];
                };
            };
        };
    };
    countSegmentContacts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the segment */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The number of contacts, and when they were counted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SegmentCountResponse"];
                };
            };
        };
    };
    explainSegment: {
        parameters: {
            query: {
                /** @description Id of the contact to explain */
                contact_id: number;
            };
            header?: never;
            path: {
                /** @description Id of the segment */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of the rule and of each row */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExplanationResponse"];
                };
            };
        };
    };
    listSegmentContacts: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Page number, from 1 */
                page?: number;
                /** @description `*` starts at the beginning; pass `next_cursor` of the answer to get the next page */
                cursor?: string;
                /** @description Sort field; `id` by default */
                sort_by?: "id" | "email" | "created_at" | "updated_at";
                /** @description Alias of `sort_by` */
                order_by?: "id" | "email" | "created_at" | "updated_at";
                /** @description Sort direction, case-insensitive; `DESC` by default */
                sort_order?: "ASC" | "DESC";
                /** @description Alias of `sort_order` */
                sort_type?: "ASC" | "DESC";
                /** @description Alias of `sort_order` */
                order_type?: "ASC" | "DESC";
                /** @description Include `custom_values` */
                custom_fields?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the segment */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of contacts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactsPage"];
                };
            };
        };
    };
    listSenders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All senders */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SenderListResponse"];
                };
            };
        };
    };
    createSender: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSender"];
            };
        };
        responses: {
            /** @description The new sender */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SenderSavedResponse"];
                };
            };
        };
    };
    getSender: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the sender */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sender */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneSenderResponse"];
                };
            };
        };
    };
    updateSender: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the sender */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSender"];
            };
        };
        responses: {
            /** @description The updated sender */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SenderSavedResponse"];
                };
            };
        };
    };
    deleteSender: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the sender */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sender is deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SenderRemovedResponse"];
                };
            };
        };
    };
    listDestinations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the sender; 0 for the mail server of SMTP_URL */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The destinations */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DestinationsResponse"];
                };
            };
        };
    };
    getSenderReadiness: {
        parameters: {
            query?: {
                /** @description Check again instead of returning a stored result */
                refresh?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the sender; 0 for the mail server of SMTP_URL */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of each check */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SenderReadinessResponse"];
                };
            };
        };
    };
    testSender: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the sender */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestSender"];
            };
        };
        responses: {
            /** @description The result of each step; `success` is false if one failed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SenderTestResponse"];
                };
            };
        };
    };
    listSnippets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The snippets */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SnippetsResponse"];
                };
            };
        };
    };
    createSnippet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSnippet"];
            };
        };
        responses: {
            /** @description The new snippet */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SnippetWrittenResponse"];
                };
            };
        };
    };
    getSnippet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Key of the snippet */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The snippet */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneSnippetResponse"];
                };
            };
        };
    };
    updateSnippet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Key of the snippet */
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSnippet"];
            };
        };
        responses: {
            /** @description The updated snippet */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SnippetWrittenResponse"];
                };
            };
        };
    };
    deleteSnippet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Key of the snippet */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The snippet is deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SnippetRemovedResponse"];
                };
            };
        };
    };
    listSnippetUses: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Page number, from 1 */
                page?: number;
            };
            header?: never;
            path: {
                /** @description Key of the snippet */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of users */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SnippetUsesResponse"];
                };
            };
        };
    };
    listContacts: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Page number, from 1 */
                page?: number;
                /** @description `*` starts at the beginning; pass `next_cursor` of the answer to get the next page */
                cursor?: string;
                /** @description Created at this time or later */
                created_after?: string;
                /** @description Created earlier than this time */
                created_before?: string;
                /** @description Changed at this time or later */
                updated_after?: string;
                /** @description Last changed earlier than this time */
                updated_before?: string;
                /** @description Sort field; `id` by default */
                sort_by?: "id" | "email" | "created_at" | "updated_at";
                /** @description Alias of `sort_by` */
                order_by?: "id" | "email" | "created_at" | "updated_at";
                /** @description Sort direction, case-insensitive; `DESC` by default */
                sort_order?: "ASC" | "DESC";
                /** @description Alias of `sort_order` */
                sort_type?: "ASC" | "DESC";
                /** @description Alias of `sort_order` */
                order_type?: "ASC" | "DESC";
                /** @description Words in address or names; all must match */
                search?: string;
                /** @description The contact with this address */
                email?: string;
                /** @description The contacts with these ids */
                ids?: number[];
                /** @description Contacts with any of these tags, by id, slug, or title */
                tags?: (number | string)[];
                /** @description Contacts in any of these lists, by id, slug, or title */
                lists?: (number | string)[];
                /** @description Contacts of any of these companies */
                company_ids?: number[];
                /** @description Contacts with any of these statuses */
                statuses?: ("subscribed" | "unsubscribed" | "pending" | "bounced" | "complained")[];
                /** @description Contacts with any of these tracking consents */
                tracking_consent?: ("unknown" | "granted" | "denied")[];
                /** @description Contacts in this segment */
                segment_id?: number;
                /** @description Contacts that match this rule of the filter language, as JSON */
                filters?: string;
                /** @description Include `custom_values` */
                custom_fields?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of contacts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactsPage"];
                };
            };
        };
    };
    createContact: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateContact"];
            };
        };
        responses: {
            /** @description The new or updated contact */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactCreatedResponse"];
                };
            };
        };
    };
    addOrUpdateContacts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkAddUpdate"];
            };
        };
        responses: {
            /** @description The written and the refused contacts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkAddUpdateResponse"];
                };
            };
        };
    };
    startBulkAction: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DoBulkAction"];
            };
        };
        responses: {
            /** @description The action was applied */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkActionDoneResponse"];
                };
            };
            /** @description A job was queued */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkActionQueuedResponse"];
                };
            };
        };
    };
    mergeContacts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MergeContacts"];
            };
        };
        responses: {
            /** @description The kept contact */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactsMergedResponse"];
                };
            };
        };
    };
    trackEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrackEvent"];
            };
        };
        responses: {
            /** @description The id of the tracked event */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventTrackedResponse"];
                };
            };
        };
    };
    getContact: {
        parameters: {
            query?: {
                /** @description Data to add to the contact; `custom_values` is an alias of `subscriber.custom_values` */
                with?: ("stats" | "custom_fields" | "subscriber.custom_values" | "companies" | "commerce_stat" | "subscriptions" | "custom_values")[];
                /** @description Address of the contact, with id 0; a space is read as a plus sign */
                get_by_email?: string;
            };
            header?: never;
            path: {
                /** @description Contact id; 0 with `get_by_email` */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contact */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneContactResponse"];
                };
            };
        };
    };
    updateContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the contact */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateContact"];
            };
        };
        responses: {
            /** @description The updated contact */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactUpdatedResponse"];
                };
            };
        };
    };
    deleteContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the contact */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contact is deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactDeletedResponse"];
                };
            };
        };
    };
    listContactConsents: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Page number, from 1 */
                page?: number;
                /** @description `*` starts at the beginning; pass `next_cursor` of the answer to get the next page */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Id of the contact */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of consent records, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsentsResponse"];
                };
            };
        };
    };
    eraseContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the contact */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EraseContact"];
            };
        };
        responses: {
            /** @description The anonymized contact, or null */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasureResponse"];
                };
            };
        };
    };
    exportContactData: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the contact */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `person` is the contact; the other sections hold the data of each part of the product */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    listContactNotes: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Page number, from 1 */
                page?: number;
                /** @description `*` starts at the beginning; pass `next_cursor` of the answer to get the next page */
                cursor?: string;
                /** @description Part of the title */
                search?: string;
            };
            header?: never;
            path: {
                /** @description Id of the contact */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of notes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotesResponse"];
                };
            };
        };
    };
    createContactNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the contact */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WriteNote"];
            };
        };
        responses: {
            /** @description The new note */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteWrittenResponse"];
                };
            };
        };
    };
    updateContactNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the contact */
                id: number;
                /** @description Id of the note */
                noteId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WriteNote"];
            };
        };
        responses: {
            /** @description The updated note */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteWrittenResponse"];
                };
            };
        };
    };
    deleteContactNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the contact */
                id: number;
                /** @description Id of the note */
                noteId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The note is deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteRemovedResponse"];
                };
            };
        };
    };
    sendDoubleOptIn: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the contact */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendDoubleOptIn"];
            };
        };
        responses: {
            /** @description The contact, now `pending` */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoubleOptInResponse"];
                };
            };
        };
    };
    getContactTimeline: {
        parameters: {
            query?: {
                /** @description Items per page */
                per_page?: number;
                /** @description `*` or nothing starts at the top; pass `next_cursor` to continue */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Id of the contact */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the timeline, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimelineResponse"];
                };
            };
        };
    };
    listTrackedEvents: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Page number, from 1 */
                page?: number;
                /** @description `*` starts at the beginning; pass `next_cursor` of the answer to get the next page */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Id of the contact */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of tracked events, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrackedEventsResponse"];
                };
            };
        };
    };
    listSuppressions: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Page number, from 1 */
                page?: number;
                /** @description `*` starts at the beginning; pass `next_cursor` of the answer to get the next page */
                cursor?: string;
                /** @description Only addresses or only domains */
                kind?: "address" | "domain";
                /** @description Exact address or domain */
                value?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionsResponse"];
                };
            };
        };
    };
    addSuppressions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddSuppressions"];
            };
        };
        responses: {
            /** @description The entries, and how many of them are new */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionsAddedResponse"];
                };
            };
        };
    };
    deleteSuppressionByValue: {
        parameters: {
            query: {
                /** @description An address or a domain */
                value: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The number of removed entries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionsRemovedResponse"];
                };
            };
        };
    };
    deleteSuppression: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the suppression */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entry is removed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionRemovedResponse"];
                };
            };
        };
    };
    listTags: {
        parameters: {
            query?: {
                /** @description Part of the title, slug, or description */
                search?: string;
                /** @description Omit totalCount and subscribersCount */
                exclude_counts?: boolean;
                /** @description Sort field; `id` by default */
                sort_by?: "id" | "title" | "subscribers";
                /** @description Alias of `sort_by` */
                order_by?: "id" | "title" | "subscribers";
                /** @description Sort direction, case-insensitive; `DESC` by default */
                sort_order?: "ASC" | "DESC";
                /** @description Alias of `sort_order` */
                sort_type?: "ASC" | "DESC";
                /** @description Alias of `sort_order` */
                order_type?: "ASC" | "DESC";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All matching tags */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagsResponse"];
                };
            };
        };
    };
    createTag: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTag"];
            };
        };
        responses: {
            /** @description The new tag */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagCreatedResponse"];
                };
            };
        };
    };
    getTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the tag */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tag */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneTagResponse"];
                };
            };
        };
    };
    updateTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the tag */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateTag"];
            };
        };
        responses: {
            /** @description The id of the updated tag */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagUpdatedResponse"];
                };
            };
        };
    };
    deleteTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the tag */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tag is deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagRemovedResponse"];
                };
            };
        };
    };
    listTemplates: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Page number, from 1 */
                page?: number;
                /** @description Part of the title or the description */
                search?: string;
                /** @description Sort field; `id` by default */
                sort_by?: "id" | "title" | "created_at" | "updated_at";
                /** @description Alias of `sort_by` */
                order_by?: "id" | "title" | "created_at" | "updated_at";
                /** @description Sort direction, case-insensitive; `DESC` by default */
                sort_order?: "ASC" | "DESC";
                /** @description Alias of `sort_order` */
                sort_type?: "ASC" | "DESC";
                /** @description Alias of `sort_order` */
                order_type?: "ASC" | "DESC";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of templates */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplatesResponse"];
                };
            };
        };
    };
    createTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTemplate"];
            };
        };
        responses: {
            /** @description The new template */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateWrittenResponse"];
                };
            };
        };
    };
    renderTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenderTemplate"];
            };
        };
        responses: {
            /** @description The rendered email */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RenderedTemplateResponse"];
                };
            };
        };
    };
    getTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the template */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The template */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneTemplateResponse"];
                };
            };
        };
    };
    updateTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the template */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateTemplate"];
            };
        };
        responses: {
            /** @description The updated template */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateWrittenResponse"];
                };
            };
        };
    };
    deleteTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the template */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The template is deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateRemovedResponse"];
                };
            };
        };
    };
    fireTrigger: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A name that matches a trigger family */
                trigger_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FireTrigger"];
            };
        };
        responses: {
            /** @description The contact, and the funnels that have the trigger */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TriggerFiredResponse"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All webhooks */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookListResponse"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhook"];
            };
        };
        responses: {
            /** @description The new webhook with its secret */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookCreatedResponse"];
                };
            };
        };
    };
    triggerFunnel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FunnelTrigger"];
            };
        };
        responses: {
            /** @description The contact, and whether it was enrolled */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunnelTriggeredResponse"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneWebhookResponse"];
                };
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhook"];
            };
        };
        responses: {
            /** @description The updated webhook, without its secret */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookUpdatedResponse"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook and its delivery log are deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookRemovedResponse"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Rows per page */
                per_page?: number;
                /** @description Page number, from 1 */
                page?: number;
                /** @description `*` starts at the beginning; pass `next_cursor` of the answer to get the next page */
                cursor?: string;
                /** @description Only deliveries with this status; `pending` waits for an attempt or a retry */
                status?: "pending" | "success" | "failed";
            };
            header?: never;
            path: {
                /** @description Id of the webhook */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryListResponse"];
                };
            };
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook */
                id: number;
                /** @description Id of the delivery */
                deliveryId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery with its attempts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneDeliveryResponse"];
                };
            };
        };
    };
    redeliverWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook */
                id: number;
                /** @description Id of the delivery */
                deliveryId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery, now `pending` */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedeliveryResponse"];
                };
            };
        };
    };
    replayWebhookEvents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Replay"];
            };
        };
        responses: {
            /** @description The started replay */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayStartedResponse"];
                };
            };
        };
    };
    getWebhookReplay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook */
                id: number;
                /** @description Id of the replay */
                replayId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The replay */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneReplayResponse"];
                };
            };
        };
    };
    cancelWebhookReplay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook */
                id: number;
                /** @description Id of the replay */
                replayId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The replay; it queues no further deliveries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneReplayResponse"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateSecret"];
            };
        };
        responses: {
            /** @description The webhook with its new secret */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecretRotatedResponse"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the webhook */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The logged delivery; `success` is false if the call failed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestCallResponse"];
                };
            };
        };
    };
    webhook_contact_created: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactCreatedCall"];
            };
        };
        responses: {
            /** @description Received. Any other status, or no response within 30 seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_contact_updated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactUpdatedCall"];
            };
        };
        responses: {
            /** @description Received. Any other status, or no response within 30 seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_contact_deleted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactDeletedCall"];
            };
        };
        responses: {
            /** @description Received. Any other status, or no response within 30 seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_contact_status_changed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactStatusChangedCall"];
            };
        };
        responses: {
            /** @description Received. Any other status, or no response within 30 seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_contact_tag_added: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactTagAddedCall"];
            };
        };
        responses: {
            /** @description Received. Any other status, or no response within 30 seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_contact_tag_removed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactTagRemovedCall"];
            };
        };
        responses: {
            /** @description Received. Any other status, or no response within 30 seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_contact_list_added: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactListAddedCall"];
            };
        };
        responses: {
            /** @description Received. Any other status, or no response within 30 seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_contact_list_removed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactListRemovedCall"];
            };
        };
        responses: {
            /** @description Received. Any other status, or no response within 30 seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_email_sent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailSentCall"];
            };
        };
        responses: {
            /** @description Received. Any other status, or no response within 30 seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_email_opened: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailOpenedCall"];
            };
        };
        responses: {
            /** @description Received. Any other status, or no response within 30 seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_email_clicked: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailClickedCall"];
            };
        };
        responses: {
            /** @description Received. Any other status, or no response within 30 seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_email_bounced: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailBouncedCall"];
            };
        };
        responses: {
            /** @description Received. Any other status, or no response within 30 seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_email_spam_complaint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailSpamComplaintCall"];
            };
        };
        responses: {
            /** @description Received. Any other status, or no response within 30 seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_email_unsubscribed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailUnsubscribedCall"];
            };
        };
        responses: {
            /** @description Received. Any other status, or no response within 30 seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_campaign_created: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignCreatedCall"];
            };
        };
        responses: {
            /** @description Received. Any other status, or no response within 30 seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_campaign_sent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignSentCall"];
            };
        };
        responses: {
            /** @description Received. Any other status, or no response within 30 seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_campaign_paused: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignPausedCall"];
            };
        };
        responses: {
            /** @description Received. Any other status, or no response within 30 seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_campaign_resumed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignResumedCall"];
            };
        };
        responses: {
            /** @description Received. Any other status, or no response within 30 seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_funnel_subscriber_added: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FunnelSubscriberAddedCall"];
            };
        };
        responses: {
            /** @description Received. Any other status, or no response within 30 seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_funnel_subscriber_completed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FunnelSubscriberCompletedCall"];
            };
        };
        responses: {
            /** @description Received. Any other status, or no response within 30 seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_funnel_subscriber_exited: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FunnelSubscriberExitedCall"];
            };
        };
        responses: {
            /** @description Received. Any other status, or no response within 30 seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_funnel_sequence_completed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FunnelSequenceCompletedCall"];
            };
        };
        responses: {
            /** @description Received. Any other status, or no response within 30 seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_commerce_order_created: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommerceOrderCreatedCall"];
            };
        };
        responses: {
            /** @description Received. Any other status, or no response within 30 seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_commerce_order_completed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommerceOrderCompletedCall"];
            };
        };
        responses: {
            /** @description Received. Any other status, or no response within 30 seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_commerce_order_refunded: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommerceOrderRefundedCall"];
            };
        };
        responses: {
            /** @description Received. Any other status, or no response within 30 seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_commerce_revenue_recorded: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommerceRevenueRecordedCall"];
            };
        };
        responses: {
            /** @description Received. Any other status, or no response within 30 seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
